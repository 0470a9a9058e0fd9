import type { Text } from '#panel/words/use-text.ts'
import { ApiError } from './api-error.ts'

/** What went wrong, in a sentence for a person: the server's own where it gave one. */
export function errorText(text: Text, error: unknown): string {
  if (!(error instanceof ApiError)) return text('error.unexpected')
  if (error.message) return error.message
  if (error.code === 'network_error') return text('error.network')
  return text('error.server', { status: error.status })
}
