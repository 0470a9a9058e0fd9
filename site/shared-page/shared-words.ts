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
