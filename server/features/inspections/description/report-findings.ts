import type { Finding } from '#domain/findings/finding.ts'
import { compareUrgency, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { ReportData } from './report-data.ts'

/** The findings of a report, each list by blade, from root to tip. */
export interface ReportFindings {
  /** Those of the year. */
  own: Finding[]
  /** Unresolved ones of earlier years without a successor. */
  leftOver: Finding[]
  /** All unresolved ones, the most urgent first. */
  unsolved: Finding[]
}

export function sortFindings({ findings, inspection: { year } }: ReportData): ReportFindings {
  const known = findings.filter((finding) => finding.year <= year)
  const needed = unsolvedAfter(known)
  return {
    own: known.filter((finding) => finding.year === year),
    leftOver: needed.filter((finding) => finding.year < year),
    unsolved: needed.toSorted(compareUrgency),
  }
}

/** The anchor of a finding in the document. */
export function destinationOf({ id }: Finding): string {
  return `finding-${id}`
}
