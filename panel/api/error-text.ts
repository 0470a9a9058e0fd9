import type { MessageId } from '#panel/words/messages.ts'
import type { Text } from '#panel/words/use-text.ts'
import { RequestError } from './request-error.ts'

/**
 * A sentence for the user that describes the error. Uses the server's sentence if there is one.
 *
 * @param otherwise the sentence for an answer without one; by default it tells the status
 */
export function errorText(text: Text, error: unknown, otherwise?: MessageId): string {
  if (!(error instanceof RequestError)) return text(otherwise ?? 'error.unexpected')
  if (error.message) return error.message
  if (error.code === 'network_error') return text('error.network')
  if (otherwise) return text(otherwise)
  if (error.status < 400) return text('error.unreadable')
  return text('error.server', { status: error.status })
}
