import type { Finding } from '#domain/findings/finding.ts'
import { newestAfter, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { FleetFindingFilters } from '#panel/data/findings.ts'
import type { FindingFilters } from './finding-filters.ts'

/**
 * What is known of the blades after the inspection of `year`: the findings of that year, and the unsolved ones of earlier years that no
 * later one continues by then. The state of the turbine in that year follows from them.
 */
export function findingsOfYear(findings: readonly Finding[], year: number): Finding[] {
  const unsolved = new Set(unsolvedAfter(findings, year))
  return findings.filter((finding) => finding.year === year || unsolved.has(finding))
}

/**
 * The findings that pass every filter. Without a year, those of all years. Of findings that continue each other it has only the newest
 * that was known after the inspection of the year, unless the filters ask for all sightings.
 */
export function filterFindings(findings: readonly Finding[], filters: FindingFilters): Finding[] {
  const { year, severityMin, status, sightings } = filters
  const ofYear = year === undefined ? [...findings] : findingsOfYear(findings, year)
  const unsolved = new Set(unsolvedAfter(findings, year))
  const newest = new Set(newestAfter(findings, year))
  return ofYear.filter(
    (finding) =>
      (sightings === 'all' || newest.has(finding)) &&
      (severityMin === undefined || (finding.severity ?? 0) >= severityMin) &&
      (status === undefined || (status === 'unsolved' ? unsolved.has(finding) : finding.status === status)),
  )
}

/** The greatest severity; null if no finding is graded. */
export function worstSeverity(findings: readonly Finding[]): Severity | null {
  const worst = Math.max(0, ...findings.map(({ severity }) => severity ?? 0))
  return worst === 0 ? null : (worst as Severity)
}

/** The filters of a file with exactly the findings that the page of a turbine shows. */
export function exportFilter(turbineId: number, filters: FindingFilters): FleetFindingFilters {
  const { year, severityMin, status, sightings } = filters
  return {
    turbine_id: String(turbineId),
    sightings,
    ...(year !== undefined && { inspection: String(year) }),
    ...(severityMin !== undefined && { severity_min: String(severityMin) }),
    ...(status !== undefined && { status }),
  }
}
