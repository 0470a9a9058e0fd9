import type { Finding } from '#domain/findings/finding.ts'
import { stateOfPublished, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Turbine, TurbineState } from '#domain/turbine.ts'
import { worstSeverity } from './findings-of-year.ts'

/**
 * The state of a turbine after the published inspection of a year. The newest one is that of the turbine, which the server knows. Those
 * before it follow from the findings, as long as these are what is published.
 *
 * @param inspections those of the turbine
 * @returns `not_inspected` if nothing of the year is published; undefined if the panel does not know the published findings
 */
export function publishedState(
  turbine: Pick<Turbine, 'state' | 'state_year'>,
  inspections: readonly Pick<FleetInspection, 'year' | 'published_version' | 'unpublished_changes'>[],
  findings: readonly Finding[],
  year: number,
): TurbineState | undefined {
  const published = inspections.filter(
    (inspection) => inspection.year <= year && inspection.published_version !== null,
  )
  if (!published.some((inspection) => inspection.year === year)) return 'not_inspected'
  if (turbine.state_year === year) return turbine.state
  if (published.some(({ unpublished_changes }) => (unpublished_changes ?? 0) > 0)) return undefined
  const years = new Set(published.map((inspection) => inspection.year))
  const unsolved = unsolvedAfter(
    findings.filter((finding) => years.has(finding.year)),
    year,
  )
  const notGraded = unsolved.filter(({ severity }) => severity === null).length
  return stateOfPublished(year, worstSeverity(unsolved), notGraded)
}
