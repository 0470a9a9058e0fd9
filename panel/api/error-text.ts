import type { Text } from '#panel/words/use-text.ts'
import { RequestError } from './request-error.ts'

/** What went wrong, in a sentence for a person: the server's own where it gave one. */
export function errorText(text: Text, error: unknown): string {
  if (!(error instanceof RequestError)) return text('error.unexpected')
  if (error.message) return error.message
  if (error.code === 'network_error') return text('error.network')
  if (error.status < 400) return text('error.unreadable')
  return text('error.server', { status: error.status })
}
