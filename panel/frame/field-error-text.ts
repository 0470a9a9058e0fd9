import type { FieldError } from 'react-hook-form'
import { numberFault } from '#domain/text/typed-number.ts'
import type { MessageId } from '#panel/words/messages.ts'
import type { Text } from '#panel/words/use-text.ts'

/** One message for every error of a field, or one for each kind. `tooShort` replaces `invalid` for too short texts. */
export type FieldWords = MessageId | { blank: MessageId; invalid: MessageId; tooShort?: MessageId }

/** The message for an error of a field, with the general messages where `words` has none. */
export function fieldErrorText(
  text: Text,
  error: FieldError,
  value: unknown,
  words: FieldWords | undefined,
): string {
  if (error.type === 'server' && error.message) return error.message
  if (error.type === 'invalid_type') {
    if (typeof value === 'string') return text(`field.number.${numberFault(value) ?? 'invalid'}`)
    if (typeof value === 'number' && !Number.isInteger(value)) return text('field.number.whole')
  }
  if (error.type === 'too_big') return text('field.tooBig')
  if (typeof words === 'string') return text(words)
  if (isBlank(value)) return text(words?.blank ?? 'field.required')
  if (error.type === 'too_small' && words?.tooShort) return text(words.tooShort)
  return text(words?.invalid ?? 'field.invalid')
}

export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}
