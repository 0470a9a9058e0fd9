import { type Blade, type Photo, roomLabel } from '#domain/photo.ts'
import type { TurbineState } from '#domain/turbine.ts'
import { isPast } from './due-days.ts'
import type { Finding, FindingStatus } from './finding.ts'
import { UNSOLVED_STATUSES } from './finding.ts'
import type { FindingSide, Severity } from './finding-type.ts'

/** The parts of a finding's number. */
export interface Numbered extends Pick<Finding, 'blade' | 'side'> {
  serial: number
  /** Its number from before its photo moved to another blade. */
  kept_number: string | null
}

/** The readable number, such as `A-LE-001`. */
export function findingNumber({ blade, side, serial, kept_number }: Numbered): string {
  return kept_number ?? numberAt({ blade, side }, serial)
}

/** The number of a serial at a place. */
export function numberAt({ blade, side }: Pick<Finding, 'blade' | 'side'>, serial: number): string {
  return `${blade}-${side}-${String(serial).padStart(3, '0')}`
}

/** The side shown by a room: pressure side for windward rooms, suction side for leeward ones. */
export function sideOfRoom(room: string): FindingSide | undefined {
  const label = roomLabel(room)
  if (label?.endsWith('WW')) return 'PS'
  return label?.endsWith('LW') ? 'SS' : undefined
}

/** The side shown by a photo. A room panorama is taken inside the blade, mostly in the box between the shear webs. */
export function sideOfPhoto({
  room,
  category,
  is_sphere,
}: Pick<Photo, 'room'> & Partial<Pick<Photo, 'category' | 'is_sphere'>>): FindingSide | undefined {
  if (category === 'blade' && is_sphere) return 'BOX'
  return room === null ? undefined : sideOfRoom(room)
}

/** True for the parts inside the blade. */
export function isInside(side: FindingSide): boolean {
  return side === 'BOX' || side === 'NOSE' || side === 'TAIL'
}

/** True for a repaired or closed finding. */
export function isSolved({ status }: Pick<Finding, 'status'>): boolean {
  return !(UNSOLVED_STATUSES as readonly FindingStatus[]).includes(status)
}

/**
 * True for the last finding of its chain, which represents the chain in counts. `IS_NEWEST` of
 * `server/records/unsolved-findings.ts` says the same in SQL.
 */
export function isNewest({ later_id }: Pick<Finding, 'later_id'>): boolean {
  return later_id === null
}

/**
 * The only definition of unresolved: the finding is open or monitored, and no later one continues it, because that one is judged then.
 * `IS_UNSOLVED` of `server/records/unsolved-findings.ts` says the same in SQL.
 */
export function isUnsolved({ status, later_id }: Pick<Finding, 'status' | 'later_id'>): boolean {
  return !isSolved({ status }) && isNewest({ later_id })
}

/**
 * The only definition of overdue: the finding is unresolved, and its due day has passed. `isOverdue` of
 * `server/features/findings/overdue-findings.ts` says the same in SQL.
 *
 * @param today in the time zone of the company of its turbine
 */
export function isOverdue(
  { due_on, ...finding }: Pick<Finding, 'status' | 'due_on' | 'later_id'>,
  today: string,
): boolean {
  return isUnsolved(finding) && due_on !== null && isPast(due_on, today)
}

/**
 * The unresolved findings as of the inspection of `year`: later findings did not continue them yet.
 *
 * @param year by default, as of now
 */
export function unsolvedAfter(findings: readonly Finding[], year?: number): Finding[] {
  return newestAfter(findings, year).filter(({ status }) => isUnsolved({ status, later_id: null }))
}

/** The last findings of their chains as of the inspection of `year`. @param year by default, as of now */
export function newestAfter(findings: readonly Finding[], year = Number.POSITIVE_INFINITY): Finding[] {
  const known = findings.filter((finding) => finding.year <= year)
  const continued = new Set(known.map(({ earlier_id }) => earlier_id))
  return known.filter(({ id }) => !continued.has(id))
}

/**
 * The only order of what is worst: by severity, then by the earliest due day. `published-results.ts` of the server has the same order in
 * SQL.
 */
export function compareUrgency(
  a: Pick<Finding, 'id' | 'severity' | 'due_on'>,
  b: Pick<Finding, 'id' | 'severity' | 'due_on'>,
): number {
  return (
    (b.severity ?? 0) - (a.severity ?? 0) || (a.due_on ?? '9').localeCompare(b.due_on ?? '9') || a.id - b.id
  )
}

/** The state of an inspected turbine. @param worst the greatest severity of its unresolved findings, or null */
export function stateOfWorst(worst: Severity | null): TurbineState {
  return ({ 1: 'A', 2: 'B', 3: 'C', 4: 'D', 5: 'E' } as const)[worst ?? 1]
}

/**
 * The only definition of a turbine's state by its published inspections. Ungraded findings do not count, so with nothing else unresolved
 * the state is unknown.
 *
 * @param year the newest year with a published inspection, or null
 * @param worst the greatest severity of the unresolved published findings, or null
 * @param notGraded the number of ungraded, unresolved published findings. Only those older than releases can be ungraded.
 */
export function stateOfPublished(
  year: number | null,
  worst: Severity | null,
  notGraded: number,
): TurbineState {
  return year === null || (worst === null && notGraded > 0) ? 'not_inspected' : stateOfWorst(worst)
}

/**
 * The state of a turbine as of the inspection of `year`. Unresolved earlier findings count until a later one continues them. A year without
 * blade photos and findings is no inspection. Ungraded findings count as in `stateOfPublished`.
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
  const unsolved = unsolvedAfter(known)
  const graded = unsolved.flatMap(({ severity }) => severity ?? [])
  const worst = graded.reduce<Severity | null>(
    (most, severity) => (severity > (most ?? 0) ? severity : most),
    null,
  )
  return stateOfPublished(year, worst, unsolved.length - graded.length)
}

/**
 * True if the blade was inspected in `year`: it has a photo or a finding.
 *
 * @param photoYears the years with photos of this blade
 * @param year by default, any year
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
