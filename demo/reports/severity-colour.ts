import type { Severity } from '#domain/findings/finding-type.ts'

const NOT_GRADED = '#5f6f72'
const COLOURS: Record<Severity, string> = {
  1: '#7a8a8c',
  2: '#2f7d88',
  3: '#b07a12',
  4: '#c2551a',
  5: '#a81f1f',
}

/** The colour of a severity in the reports. */
export function severityColour(severity: Severity | null): string {
  return severity === null ? NOT_GRADED : COLOURS[severity]
}
