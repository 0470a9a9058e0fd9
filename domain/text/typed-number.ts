/** Typed numbers: comma and point are both decimal signs in every language, without thousands separators. */

const NUMBER = /^[-−]?\d+(?:[.,]\d+)?$/
/** Digits in groups, which are not accepted as numbers. */
const GROUPED = /^[-−]?\d+(?:[.,'’\s]\d+)+$/

/** Why a text is no number. */
export type NumberFault = 'thousands' | 'invalid'

/** The value of a number field: null if empty, the typed text if invalid. */
export type TypedNumber = number | string | null

/** The number in a text; null if empty, undefined if invalid. */
export function parseNumber(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!NUMBER.test(trimmed)) return undefined
  const value = Number(trimmed.replace(',', '.').replace('−', '-'))
  return Number.isFinite(value) ? value : undefined
}

/** Undefined for a number and for an empty text. `1.234,5`, `1,234.5` and `1 234` have a thousands separator. */
export function numberFault(text: string): NumberFault | undefined {
  if (parseNumber(text) !== undefined) return undefined
  return GROUPED.test(text.trim()) ? 'thousands' : 'invalid'
}

/**
 * Measures in millimetres and square centimetres reach thousands and have few decimals: `1.250` is 1250 for some people and 1.25 for others.
 * `0.125` can only be a fraction.
 */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Like `parseNumber`, for a measure. A possible thousands separator makes the text invalid. */
export function parseMeasure(text: string): number | null | undefined {
  return AMBIGUOUS.test(text.trim()) ? undefined : parseNumber(text)
}

/** Like `numberFault`, for a measure. */
export function measureFault(text: string): NumberFault | undefined {
  return AMBIGUOUS.test(text.trim()) ? 'thousands' : numberFault(text)
}

/** Like `typedText`, for a measure: readable by `parseMeasure`, because three decimals get a trailing zero. */
export function measureText(locale: string, value: number): string {
  const text = typedText(locale, value)
  return AMBIGUOUS.test(text) ? `${text}0` : text
}

/** A number as typed in this language. */
export function typedText(locale: string, value: number): string {
  return value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 3 })
}
