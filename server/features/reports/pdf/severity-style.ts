import type { Severity } from '#domain/findings/finding-type.ts'

const SEVERITY_COLOURS: Record<Severity, string> = {
  1: '#456a75',
  2: '#246099',
  3: '#8d5e00',
  4: '#af4803',
  5: '#ac0024',
}

/** @param severity null for a finding that is not graded */
export function severityColour(severity: Severity | null): string {
  return severity === null ? '#5d6566' : SEVERITY_COLOURS[severity]
}

/** What stands on the colour of a severity, so that no reader depends on the colour. */
export function severitySign(severity: Severity | null): string {
  return severity === null ? '–' : String(severity)
}
