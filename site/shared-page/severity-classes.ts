import type { SharedFinding } from '../../domain/inspections/link.ts'

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

/** The look of a finding: hollow once it is solved. */
export function findingClasses({ severity, is_solved }: SharedFinding): string {
  return is_solved ? 'border-2 border-hairline-strong bg-surface text-ink' : severityGround(severity)
}
