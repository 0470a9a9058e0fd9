import type { Finding } from './finding.ts'
import { historyOf } from './finding-links.ts'
import { isSolved, newestAfter } from './finding-rules.ts'
import type { FindingMeasure } from './finding-type.ts'
import { growthSince, type MeasureChange } from './growth.ts'

/** A damage that is worse than in the inspection before. */
export interface GrownFinding {
  finding: Finding
  /** The greater measure; undefined if only the severity is greater. */
  change: MeasureChange | undefined
}

/** The differences between two inspections of a turbine. A chain of findings counts once. */
export interface YearChanges {
  /** Damages that the inspection before did not have. */
  added: Finding[]
  grown: GrownFinding[]
  /** Damages of the inspection before that are repaired or closed. */
  solved: Finding[]
}

/**
 * The changes from the inspection of `before` to that of `year`. Repairs count with the inspection after which they were made.
 *
 * @param findings of one turbine
 * @param measuresOf the measures of a type
 */
export function changesSince(
  findings: readonly Finding[],
  { year, before }: { year: number; before: number },
  measuresOf: (type: string) => readonly FindingMeasure[],
): YearChanges {
  const known = new Map(findings.filter((each) => each.year <= year).map((each) => [each.id, each]))
  const changes: YearChanges = { added: [], grown: [], solved: [] }
  for (const finding of newestAfter(findings, year)) {
    const history = historyOf(finding, (id) => known.get(id))
    const earlier = history.findLast((each) => each.year <= before)
    if (isSolved(finding)) {
      if (earlier && (finding.year === year || finding.year === before)) changes.solved.push(finding)
    } else if (!earlier) {
      changes.added.push(finding)
    } else if (finding.year > before) {
      const change = growthSince(earlier, finding, measuresOf(finding.type))
      if (change || (finding.severity ?? 0) > (earlier.severity ?? 0)) changes.grown.push({ finding, change })
    }
  }
  return changes
}
