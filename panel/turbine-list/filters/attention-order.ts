import type { Turbine, TurbineState, TurbineStatus } from '#domain/turbine.ts'

/**
 * The states that need attention first. A turbine that is not inspected comes after those that must be repaired, because their damage is
 * known, and before those that only have to be watched, because it may hide a damage.
 */
const BY_STATE: readonly TurbineState[] = ['E', 'D', 'C', 'not_inspected', 'B', 'A']

/** The statuses that need attention first. */
const BY_STATUS: readonly TurbineStatus[] = [
  'faulty',
  'offline',
  'maintenance',
  'unknown',
  'inactive',
  'active',
]

/** More findings than this count as this many, so that the parts of the rank do not mix. */
const FINDINGS_MAX = 9_999

/** The place of a status in the order of attention, from 0. */
export function statusRank(status: TurbineStatus): number {
  return BY_STATUS.indexOf(status)
}

/** A smaller number needs attention earlier: first by the state, then by more unsolved findings, then by the status. */
export function attentionRank({
  state,
  unsolved_finding_count,
  status,
}: Pick<Turbine, 'state' | 'unsolved_finding_count' | 'status'>): number {
  const unsolved = Math.min(unsolved_finding_count, FINDINGS_MAX)
  return (
    (BY_STATE.indexOf(state) * (FINDINGS_MAX + 1) + FINDINGS_MAX - unsolved) * BY_STATUS.length +
    statusRank(status)
  )
}
