import type { SharedFinding } from '../../domain/inspections/link.ts'
import type { TurbineState } from '../../domain/turbine.ts'

const GROUNDS: Record<number, string> = {
  1: 'bg-severity-one',
  2: 'bg-severity-two',
  3: 'bg-severity-three',
  4: 'bg-severity-four',
  5: 'bg-severity-five',
}

/** The ground of a severity, with the text on it. */
export function severityGround(severity: number | null): string {
  return `text-on-severity ${GROUNDS[severity ?? 0] ?? 'bg-severity-none'}`
}

/** The ground of a turbine's letter: the letters and the severities have one order. */
export function letterGround(letter: TurbineState): string {
  return severityGround('ABCDE'.indexOf(letter) + 1)
}

/** The look of a finding: hollow once it is solved. */
export function findingClasses({
  severity,
  is_solved,
}: Pick<SharedFinding, 'severity' | 'is_solved'>): string {
  return is_solved ? 'border-2 border-hairline-strong bg-surface text-ink' : severityGround(severity)
}
