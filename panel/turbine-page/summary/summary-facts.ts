import { isPast } from '#domain/findings/due-days.ts'
import type { Finding } from '#domain/findings/finding.ts'
import { compareUrgency, isOverdue, isUnsolved, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import { changesSince, type YearChanges } from '#domain/findings/year-changes.ts'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Turbine, TurbineState } from '#domain/turbine.ts'
import { worstSeverity } from '#panel/findings/section/findings-of-year.ts'
import { publishedState } from '#panel/findings/section/published-state.ts'
import { measuresOf } from '#panel/words/finding-words.ts'

/** The number of findings that the summary shows with their photos. */
const WORST_MAX = 5

/** The answer of a turbine's page: what is broken, how bad, by when. It follows from published inspections alone. */
export interface SummaryFacts {
  /** The newest published inspection until the year of the page. */
  inspection: FleetInspection
  /** Undefined if the panel does not know the published findings of the year. */
  state: TurbineState | undefined
  /** The newest findings of their chains: the unresolved ones, and those that were solved since the inspection before. */
  shown: Finding[]
  unsolved: Finding[]
  /** The worst unresolved findings, with the earliest due date first among equals. */
  worst: Finding[]
  /** The greatest severity of the unresolved findings, and how many have it. */
  most: { severity: Severity; n: number } | undefined
  overdue: number
  /** The earliest due date that has not passed. */
  nextDue: string | undefined
  /** The differences to the published inspection before, and its year. */
  changes: (YearChanges & { before: number }) | undefined
}

interface Known {
  turbine: Turbine
  inspections: readonly FleetInspection[]
  findings: readonly Finding[]
  /** The year of the page. */
  pageYear: number
  /** In the time zone of the turbine. */
  today: string
}

/** @returns undefined without a published inspection */
export function summaryFacts({
  turbine,
  inspections,
  findings,
  pageYear,
  today,
}: Known): SummaryFacts | undefined {
  const published = inspections.filter(({ published_version }) => published_version !== null)
  const [inspection, before] = published
    .filter((each) => each.year <= pageYear)
    .sort((a, b) => b.year - a.year)
  if (!inspection) return undefined
  const { year } = inspection
  const years = new Set(published.map((each) => each.year))
  const known = findings.filter((finding) => years.has(finding.year))
  const ids = new Set(known.map(({ id }) => id))
  // A draft of a later inspection may continue a published finding, which stays unresolved until it is published.
  const asPublished = (finding: Finding): Finding =>
    finding.later_id === null || ids.has(finding.later_id) ? finding : { ...finding, later_id: null }
  const unsolved = unsolvedAfter(known, year).sort(compareUrgency)
  const severity = worstSeverity(unsolved)
  const changes = before && changesSince(known, { year, before: before.year }, measuresOf)
  // In an earlier year, those that a later inspection continues are due there.
  const judged = unsolved.map(asPublished).filter(isUnsolved)
  const due = judged.flatMap(({ due_on }) => due_on ?? []).filter((day) => !isPast(day, today))
  return {
    inspection,
    state: publishedState(turbine, inspections, findings, year),
    unsolved,
    shown: [...unsolved, ...(changes?.solved ?? [])],
    worst: unsolved.slice(0, WORST_MAX).map(asPublished),
    most:
      severity === null
        ? undefined
        : { severity, n: unsolved.filter((each) => each.severity === severity).length },
    overdue: judged.filter((finding) => isOverdue(finding, today)).length,
    nextDue: due.sort()[0],
    changes: changes && { ...changes, before: before.year },
  }
}
