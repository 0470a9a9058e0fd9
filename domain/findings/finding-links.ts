import type { Finding, FindingFields } from './finding.ts'

/** Maximum distance of a suggested earlier finding, in metres along the blade. */
const NEARBY_M = 1

type Linkable = Pick<FindingFields, 'blade' | 'year' | 'found_on'>

/**
 * True if `later` may continue `earlier`: same blade, later day, same or later inspection. Days ascend, so links are acyclic. Both findings
 * are of the same turbine. The triggers of both databases have the same rule.
 */
export function mayContinue(later: Linkable, earlier: Linkable): boolean {
  return later.blade === earlier.blade && earlier.year <= later.year && earlier.found_on < later.found_on
}

/** The neighbours of a finding in its chain. */
export interface Neighbours {
  /** The finding with the id `earlier_id`, or undefined. */
  earlier: Finding | undefined
  /** The finding that continues this one. */
  later: Finding | undefined
}

/**
 * The neighbours that a finding loses by a new blade or year, maybe with its day. A change of the day alone loses none: it is refused.
 *
 * @param after the finding as it will be
 */
export function lostNeighbours(
  before: Finding,
  after: Linkable & Pick<FindingFields, 'earlier_id'>,
  { earlier, later }: Neighbours,
): Neighbours {
  const isMoved = after.blade !== before.blade || after.year !== before.year
  const isSameLink = after.earlier_id === before.earlier_id
  return {
    earlier: isMoved && isSameLink && earlier && !mayContinue(after, earlier) ? earlier : undefined,
    later: isMoved && later && !mayContinue(later, after) ? later : undefined,
  }
}

/**
 * The issues between a finding as it will be and its neighbours.
 *
 * @param finding has no `id` if it is new
 * @param isNewLink true if `earlier_id` is set; else the day changes
 */
export function linkIssues(
  finding: Pick<FindingFields, 'blade' | 'year' | 'earlier_id' | 'found_on'> & { id?: number | undefined },
  { earlier, later }: Neighbours,
  isNewLink: boolean,
) {
  const { id, earlier_id } = finding
  const issues: { path: keyof FindingFields; code: string }[] = []
  // A finding that continues itself would be compared with its own day before the change.
  if (earlier_id !== null && (!earlier || earlier.id === id || !mayContinue(finding, earlier)))
    issues.push(
      isNewLink
        ? { path: 'earlier_id', code: 'invalid_earlier_finding' }
        : { path: 'found_on', code: 'invalid_later_finding' },
    )
  else if (later && !mayContinue(later, finding))
    issues.push({ path: 'found_on', code: 'invalid_later_finding' })
  return issues
}

/**
 * The chain of a finding, oldest first. It has each finding once, so it ends for every input.
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

/** The earlier findings that `finding` may continue, nearest first. @param familyOf the family of a type */
export function nearbyEarlier<Candidate extends Finding>(
  finding: Pick<FindingFields, 'blade' | 'side' | 'type' | 'from_m' | 'to_m' | 'found_on' | 'year'> & {
    id?: number
  },
  candidates: readonly Candidate[],
  familyOf: (type: string) => string | undefined,
): Candidate[] {
  return candidates
    .filter(
      (other) =>
        other.id !== finding.id &&
        other.side === finding.side &&
        mayContinue(finding, other) &&
        (other.later_id === null || other.later_id === finding.id) &&
        familyOf(other.type) === familyOf(finding.type),
    )
    .map((other) => ({ other, metres: distance(finding, other) }))
    .filter(({ metres }) => metres <= NEARBY_M)
    .sort((one, two) => one.metres - two.metres || two.other.found_on.localeCompare(one.other.found_on))
    .map(({ other }) => other)
}

type Range = Pick<FindingFields, 'from_m' | 'to_m'>

/** The distance between two ranges along the blade, in metres: 0 if they overlap, infinite if either is unknown. */
function distance(one: Range, two: Range): number {
  if (one.from_m === null || two.from_m === null) return Number.POSITIVE_INFINITY
  const [oneEnd, twoEnd] = [one.to_m ?? one.from_m, two.to_m ?? two.from_m]
  return Math.max(0, one.from_m - twoEnd, two.from_m - oneEnd)
}
