import severities from '#content/findings/severities.json'
import types from '#content/findings/types.json'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'

/** The name of a type of findings; its id if it is no longer in the table. */
export function nameOfType(language: Language, id: string): string {
  return types.types.find((type) => type.id === id)?.[language] ?? id
}

/** The name of a severity. */
export function nameOfSeverity(language: Language, severity: Severity): string {
  return severities.find((each) => each.severity === severity)?.[language].name ?? String(severity)
}

const GROUNDS = {
  1: 'bg-severity-one',
  2: 'bg-severity-two',
  3: 'bg-severity-three',
  4: 'bg-severity-four',
  5: 'bg-severity-five',
} as const
const STROKES = {
  1: 'stroke-severity-one',
  2: 'stroke-severity-two',
  3: 'stroke-severity-three',
  4: 'stroke-severity-four',
  5: 'stroke-severity-five',
} as const

/** The background of a severity, as a class. */
export function groundOf(severity: Severity | null): string {
  return severity === null ? 'bg-severity-none' : GROUNDS[severity]
}

/** The outline in the colour of a severity, as a class. */
export function strokeOf(severity: Severity | null): string {
  return severity === null ? 'stroke-severity-none' : STROKES[severity]
}
