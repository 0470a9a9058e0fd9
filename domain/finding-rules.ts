import type { Finding, FindingFields, FindingStatus } from './finding.ts'
import { UNSOLVED_STATUSES } from './finding.ts'
import type { FindingSide, Severity } from './finding-type.ts'
import { roomLabel } from './photo.ts'
import type { TurbineState } from './turbine.ts'

/** The greatest distance of a finding from an earlier one that it may continue, in metres along the blade. */
const NEARBY_M = 1

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

/** True if the finding still needs somebody. */
export function isUnsolved({ status }: { status: FindingStatus }): boolean {
  return (UNSOLVED_STATUSES as readonly FindingStatus[]).includes(status)
}

/** What is wrong between the fields of a finding. @param bladeLength in metres; null if unknown */
export function findingIssues(fields: FindingFields, bladeLength: number | null) {
  const issues: { path: keyof FindingFields; code: string }[] = []
  const { from_m, to_m, positions_m } = fields
  if (to_m !== null && (from_m === null || to_m < from_m))
    issues.push({ path: 'to_m', code: 'invalid_range' })
  const farthest = Math.max(from_m ?? 0, to_m ?? 0, ...positions_m)
  if (bladeLength !== null && farthest > bladeLength)
    issues.push({ path: positions_m.length > 0 ? 'positions_m' : 'to_m', code: 'beyond_blade' })
  if (fields.shape && fields.photo_id === null) issues.push({ path: 'shape', code: 'shape_without_photo' })
  if (fields.own_due_on !== null && fields.due_reason === '')
    issues.push({ path: 'due_reason', code: 'required' })
  return issues
}

/**
 * What is wrong between a finding as it will be and its neighbours. A finding continues only one of an earlier day, so the links never
 * form a circle.
 *
 * @param finding has no `id` if it is new
 * @param earlier the finding with the id `earlier_id`; undefined if the turbine has none
 * @param later the finding that continues this one
 */
export function linkIssues(
  finding: Pick<FindingFields, 'earlier_id' | 'found_on'> & { id?: number | undefined },
  { earlier, later }: { earlier: Finding | undefined; later: Finding | undefined },
) {
  const { id, earlier_id, found_on } = finding
  const issues: { path: keyof FindingFields; code: string }[] = []
  // A finding that continues itself would be compared with its own day before the change.
  if (earlier_id !== null && (!earlier || earlier.id === id || earlier.found_on >= found_on))
    issues.push({ path: 'earlier_id', code: 'invalid_earlier_finding' })
  if (later && later.found_on <= found_on) issues.push({ path: 'found_on', code: 'invalid_later_finding' })
  return issues
}

/**
 * The findings that continue each other, with this one, the oldest first. It has each finding once, so it ends for every input.
 *
 * @param findById gives the findings of the turbine
 */
export function historyOf(finding: Finding, findById: (id: number) => Finding | undefined): Finding[] {
  const ids = new Set([finding.id])
  const walk = (nextOf: (end: Finding) => number | null) => {
    const found: Finding[] = []
    for (let next = nextOf(finding); next !== null && !ids.has(next); ) {
      const neighbour = findById(next)
      if (!neighbour) break
      ids.add(next)
      found.push(neighbour)
      next = nextOf(neighbour)
    }
    return found
  }
  const earlier = walk(({ earlier_id }) => earlier_id).reverse()
  return [...earlier, finding, ...walk(({ later_id }) => later_id)]
}

/** The findings of earlier inspections that `finding` may continue, the nearest first. @param familyOf the family of a type */
export function nearbyEarlier<Candidate extends Finding>(
  finding: Pick<FindingFields, 'blade' | 'side' | 'type' | 'from_m' | 'to_m' | 'found_on'> & { id?: number },
  candidates: readonly Candidate[],
  familyOf: (type: string) => string | undefined,
): Candidate[] {
  return candidates
    .filter(
      (other) =>
        other.id !== finding.id &&
        other.blade === finding.blade &&
        other.side === finding.side &&
        other.found_on < finding.found_on &&
        (other.later_id === null || other.later_id === finding.id) &&
        familyOf(other.type) === familyOf(finding.type),
    )
    .map((other) => ({ other, metres: distance(finding, other) }))
    .filter(({ metres }) => metres <= NEARBY_M)
    .sort((one, two) => one.metres - two.metres || two.other.found_on.localeCompare(one.other.found_on))
    .map(({ other }) => other)
}

type Range = Pick<FindingFields, 'from_m' | 'to_m'>

/** The distance between two ranges along the blade, in metres: 0 if they overlap, infinite if the place of one is unknown. */
function distance(one: Range, two: Range): number {
  if (one.from_m === null || two.from_m === null) return Number.POSITIVE_INFINITY
  const [oneEnd, twoEnd] = [one.to_m ?? one.from_m, two.to_m ?? two.from_m]
  return Math.max(0, one.from_m - twoEnd, two.from_m - oneEnd)
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
  const continued = new Set(known.map(({ earlier_id }) => earlier_id))
  const worst = known
    .filter((finding) => isUnsolved(finding) && !continued.has(finding.id))
    .reduce<Severity>((most, { severity }) => (severity !== null && severity > most ? severity : most), 1)
  return stateOfWorst(worst)
}
