import type { SharedFinding } from '../../domain/inspections/link.ts'
import type { Language } from '../../domain/text/language.ts'
import type { getWords } from '../words.ts'

/** The texts of the page, with the names of what findings have. */
export type SharedWords = Awaited<ReturnType<typeof getWords>>['shared'] &
  Record<'sides' | 'types' | 'severities', Record<string, string>>

/** The text with its values. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A severity as a number with its name. */
export function severityText(words: SharedWords, severity: number | null): string {
  if (severity === null) return words.ungraded
  return fill(words.severity, { n: severity, name: words.severities[severity] ?? '' })
}

/** The name of a finding's mark, with what is written in it. */
export function markName(
  words: SharedWords,
  { number, type, severity }: Pick<SharedFinding, 'number' | 'type' | 'severity'>,
): string {
  return `${severityText(words, severity)}, ${number} ${words.types[type] ?? type}`
}

/** The metres from the root, without their unit; empty if the place is unknown. */
export function placeText(
  language: Language,
  { from_m, to_m, positions_m }: Pick<SharedFinding, 'from_m' | 'to_m' | 'positions_m'>,
): string {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  if (positions_m.length > 0) return positions_m.map((metres) => numbers.format(metres)).join(', ')
  if (from_m === null) return ''
  return to_m === null || to_m === from_m ? numbers.format(from_m) : numbers.formatRange(from_m, to_m)
}
