import { type Blade, type Photo, roomLabel } from '#domain/photo.ts'
import type { TurbineState } from '#domain/turbine.ts'
import type { Finding, FindingStatus } from './finding.ts'
import { UNSOLVED_STATUSES } from './finding.ts'
import type { FindingSummary } from './finding-summary.ts'
import type { FindingSide, Severity } from './finding-type.ts'

/** What the number of a finding is made of. */
export interface Numbered extends Pick<Finding, 'blade' | 'side'> {
  serial: number
  /** The number that it has kept although its photo was moved to another blade. */
  kept_number: string | null
}

/** The number for readers, such as `A-LE-001`. */
export function findingNumber({ blade, side, serial, kept_number }: Numbered): string {
  return kept_number ?? numberAt({ blade, side }, serial)
}

/** The number of a serial at a place. */
export function numberAt({ blade, side }: Pick<Finding, 'blade' | 'side'>, serial: number): string {
  return `${blade}-${side}-${String(serial).padStart(3, '0')}`
}

/** The side that a room shows: the windward rooms show the pressure side, the leeward ones the suction side. */
export function sideOfRoom(room: string): FindingSide | undefined {
  const label = roomLabel(room)
  if (label?.endsWith('WW')) return 'PS'
  return label?.endsWith('LW') ? 'SS' : undefined
}

/** The side that a photo shows. A panorama of a room is taken inside of the blade, mostly in the box between the shear webs. */
export function sideOfPhoto({
  room,
  category,
  is_sphere,
}: Pick<Photo, 'room'> & Partial<Pick<Photo, 'category' | 'is_sphere'>>): FindingSide | undefined {
  if (category === 'blade' && is_sphere) return 'BOX'
  return room === null ? undefined : sideOfRoom(room)
}

/** True for the parts that are inside of the blade. */
export function isInside(side: FindingSide): boolean {
  return side === 'BOX' || side === 'NOSE' || side === 'TAIL'
}

/** True if nothing is left to do: the finding is repaired or closed. */
export function isSolved({ status }: Pick<Finding, 'status'>): boolean {
  return !(UNSOLVED_STATUSES as readonly FindingStatus[]).includes(status)
}

/**
 * True for the newest finding of its chain: no later one continues it. A chain counts once, by this finding. `IS_NEWEST` of
 * `server/infrastructure/database/unsolved-findings.ts` says the same in SQL.
 */
export function isNewest({ later_id }: Pick<Finding, 'later_id'>): boolean {
  return later_id === null
}

/**
 * The only definition of unsolved: the finding still needs somebody, and no later finding continues it, because then the later one is
 * judged. `IS_UNSOLVED` of `server/infrastructure/database/unsolved-findings.ts` says the same in SQL.
 */
export function isUnsolved({ status, later_id }: Pick<Finding, 'status' | 'later_id'>): boolean {
  return !isSolved({ status }) && isNewest({ later_id })
}

/**
 * The only definition of overdue: the finding is unsolved, and the day on which it is due has passed. `isOverdue` of
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

/** How many of the findings that a summary counts are overdue. @param todayOf today in a time zone */
export function countOverdue(
  { due_days }: Pick<FindingSummary, 'due_days'>,
  todayOf: (timeZone: string) => string,
): number {
  const late = due_days.filter(({ day, time_zone }) => isPast(day, todayOf(time_zone)))
  return late.reduce((sum, { findings }) => sum + findings, 0)
}

/** The ids of the turbines with overdue findings. @param todayOf today in a time zone */
export function turbinesWithOverdue(
  { next_due }: Pick<FindingSummary, 'next_due'>,
  todayOf: (timeZone: string) => string,
): Set<number> {
  const late = next_due.filter(({ day, time_zone }) => isPast(day, todayOf(time_zone)))
  return new Set(late.map(({ turbine_id }) => turbine_id))
}

/** True from the day after `day` on. */
export function isPast(day: string, today: string): boolean {
  return day < today
}

/**
 * The findings that were unsolved after the inspection of `year`: what was found later did not continue them yet.
 *
 * @param year without it, those that are unsolved now
 */
export function unsolvedAfter(findings: readonly Finding[], year?: number): Finding[] {
  return newestAfter(findings, year).filter(({ status }) => isUnsolved({ status, later_id: null }))
}

/** The findings that were the newest of their chains after the inspection of `year`. @param year without it, those that are it now */
export function newestAfter(findings: readonly Finding[], year = Number.POSITIVE_INFINITY): Finding[] {
  const known = findings.filter((finding) => finding.year <= year)
  const continued = new Set(known.map(({ earlier_id }) => earlier_id))
  return known.filter(({ id }) => !continued.has(id))
}

/** The state of an inspected turbine. @param worst the greatest severity of its unsolved findings; null if there is none */
export function stateOfWorst(worst: Severity | null): TurbineState {
  return ({ 1: 'A', 2: 'B', 3: 'C', 4: 'D', 5: 'E' } as const)[worst ?? 1]
}

/**
 * The state of a turbine by its published inspections: the only definition. A finding that is not graded counts for nothing, so if there is nothing
 * else unsolved, nobody knows the state.
 *
 * @param year the newest year of which an inspection is published; null if none is
 * @param worst the greatest severity of the unsolved published findings; null if there is none
 * @param notGraded how many unsolved published findings have no severity. Only those of before releases can be without one.
 */
export function stateOfPublished(
  year: number | null,
  worst: Severity | null,
  notGraded: number,
): TurbineState {
  return year === null || (worst === null && notGraded > 0) ? 'not_inspected' : stateOfWorst(worst)
}

/**
 * The state of a turbine after the inspection of `year`. Unsolved findings of earlier years count until a later one continues them.
 * A year without photos of a blade and without findings is not an inspection. Findings that are not graded count as in `stateOfPublished`.
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
