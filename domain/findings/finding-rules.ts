import { type Blade, roomLabel } from '#domain/photo.ts'
import type { TurbineState } from '#domain/turbine.ts'
import type { Finding, FindingStatus } from './finding.ts'
import { UNSOLVED_STATUSES } from './finding.ts'
import type { FindingSide, Severity } from './finding-type.ts'

/** The number for readers, such as `A-LE-001`. */
export function findingNumber({ blade, side, serial }: Pick<Finding, 'blade' | 'side'> & { serial: number }) {
  return `${blade}-${side}-${String(serial).padStart(3, '0')}`
}

/** The side that a room shows: the windward rooms show the pressure side, the leeward ones the suction side. */
export function sideOfRoom(room: string): FindingSide | undefined {
  const label = roomLabel(room)
  if (label?.endsWith('WW')) return 'PS'
  return label?.endsWith('LW') ? 'SS' : undefined
}

/**
 * The only definition of unsolved: the finding still needs somebody, and no later finding continues it, because then the later one is
 * judged. `isUnsolved` of `server/infrastructure/database/unsolved-findings.ts` says the same in SQL.
 */
export function isUnsolved({ status, later_id }: Pick<Finding, 'status' | 'later_id'>): boolean {
  return (UNSOLVED_STATUSES as readonly FindingStatus[]).includes(status) && later_id === null
}

/**
 * The findings that were unsolved after the inspection of `year`: what was found later did not continue them yet.
 *
 * @param year without it, those that are unsolved now
 */
export function unsolvedAfter(findings: readonly Finding[], year = Number.POSITIVE_INFINITY): Finding[] {
  const known = findings.filter((finding) => finding.year <= year)
  const laterIds = new Map(known.map(({ id, earlier_id }) => [earlier_id, id]))
  return known.filter(({ id, status }) => isUnsolved({ status, later_id: laterIds.get(id) ?? null }))
}

/** The state of an inspected turbine. @param worst the greatest severity of its unsolved findings; null if there is none */
export function stateOfWorst(worst: Severity | null): TurbineState {
  return ({ 1: 'A', 2: 'B', 3: 'C', 4: 'D', 5: 'E' } as const)[worst ?? 1]
}

/**
 * The state of a turbine after the inspection of `year`. Unsolved findings of earlier years count until a later one continues them.
 * A year without photos of a blade and without findings is not an inspection.
 *
 * @param photoYears the years with photos of a blade
 */
export function turbineState(
  findings: readonly Finding[],
  photoYears: readonly number[],
  year: number,
): TurbineState {
  const known = findings.filter((finding) => finding.year <= year)
  if (!photoYears.includes(year) && !known.some((finding) => finding.year === year)) return 'not_inspected'
  const worst = unsolvedAfter(known).reduce<Severity>(
    (most, { severity }) => (severity !== null && severity > most ? severity : most),
    1,
  )
  return stateOfWorst(worst)
}

/**
 * True if the blade was looked at in the inspection of `year`: a photo names it, or somebody has found something on it.
 *
 * @param photoYears the years with photos of this blade
 * @param year without it, in any year
 */
export function isBladeInspected(
  blade: Blade,
  findings: readonly Pick<Finding, 'blade' | 'year'>[],
  photoYears: readonly number[],
  year?: number,
): boolean {
  const isWanted = (each: number) => year === undefined || each === year
  return (
    photoYears.some(isWanted) || findings.some((finding) => finding.blade === blade && isWanted(finding.year))
  )
}
