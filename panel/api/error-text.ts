import type { Text } from '#panel/words/use-text.ts'
import { RequestError } from './request-error.ts'

/** A sentence for the user that describes the error. Uses the server's sentence if there is one. */
export function errorText(text: Text, error: unknown): string {
  if (!(error instanceof RequestError)) return text('error.unexpected')
  if (error.message) return error.message
  if (error.code === 'network_error') return text('error.network')
  if (error.status < 400) return text('error.unreadable')
  return text('error.server', { status: error.status })
}
