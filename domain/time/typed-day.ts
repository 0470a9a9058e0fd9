import { Day } from '#domain/fields.ts'
import { YEAR_MIN } from '#domain/limits.ts'

/**
 * Typed days: day, month and year in every language of the panel, or the year first as in ISO 8601. The order never depends on the
 * browser's language.
 */

/** The bounds of a field. */
export interface DayBounds {
  min: string
  max: string
}

/** The default bounds of a field. Without them a year could have one digit, or six. */
export const TYPED_DAYS: DayBounds = { min: `${YEAR_MIN}-01-01`, max: '2199-12-31' }

/** A point, a slash, a hyphen or blanks. */
const SIGN = String.raw`(?:\s*[./-]\s*|\s+)`
const DAY_FIRST = new RegExp(String.raw`^(?<day>\d{1,2})${SIGN}(?<month>\d{1,2})${SIGN}(?<year>\d+)$`)
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4})${SIGN}(?<month>\d{2})${SIGN}(?<day>\d{2})$`)
/** `21112026`, as typed into a browser's date field. */
const DIGITS = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/

/** Why a text is invalid for a field. */
export type DayFault = 'invalid' | 'year' | 'noSuchDay' | 'tooEarly' | 'tooLate'

/** The day in a text, such as `2026-11-21` for `21.11.2026`; null if empty, undefined if invalid. */
export function parseDay(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const written = isoText(text)
  return Day.safeParse(written).success ? written : undefined
}

/** Undefined for a day within the bounds and for an empty text. */
export function dayFault(text: string, { min, max } = TYPED_DAYS): DayFault | undefined {
  const day = parseDay(text)
  if (day === null) return undefined
  if (day === undefined) {
    const written = isoText(text)
    if (written === undefined) return 'invalid'
    return /^\d{4}-/.test(written) ? 'noSuchDay' : 'year'
  }
  if (day < min) return 'tooEarly'
  return day > max ? 'tooLate' : undefined
}

/** A day as typed in this language: `21.11.2026` in Turkish, `21/11/2026` in English. */
export function typedDay(locale: string, day: string): string {
  return day
    .split('-')
    .reverse()
    .join(locale === 'tr' ? '.' : '/')
}

/** The parts of a text in ISO 8601 order; undefined without a day, a month and a year. */
function isoText(text: string): string | undefined {
  const typed = text.trim()
  const { day, month, year } =
    (DAY_FIRST.exec(typed) ?? YEAR_FIRST.exec(typed) ?? DIGITS.exec(typed))?.groups ?? {}
  return day && month && year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
