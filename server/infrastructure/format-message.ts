import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from '#domain/text/language.ts'

export type MessageValues = Record<string, string | number>

/** The messages formatted so far; `content/` has a few hundred. */
const formats = new Map<string, IntlMessageFormat>()

/**
 * Formats an ICU message of `content/` as the panel does, even without values, because two apostrophes in it stand for one.
 *
 * @throws if a value is missing
 */
export function formatMessage(language: Language, message: string, values?: MessageValues): string {
  const key = `${language} ${message}`
  const format = formats.get(key) ?? new IntlMessageFormat(message, language)
  formats.set(key, format)
  return String(format.format(values))
}
