import type { Finding } from '#domain/findings/finding.ts'
import type { FindingMeasure, Severity } from '#domain/findings/finding-type.ts'
import { measuresOf } from '#panel/words/finding-words.ts'

/** What a history is measured by: a measure of its findings, or how far they reach along the blade. */
type GrowthMeasure = FindingMeasure | 'extent_mm'

export interface GrowthPoint {
  finding: Finding
  severity: Severity | null
  /** Null if the finding does not have the measure. */
  value: number | null
}

export interface Growth {
  /** Undefined if less than two findings have a measure in common. */
  measure: GrowthMeasure | undefined
  points: GrowthPoint[]
}

/**
 * How a history grows. It is measured by the first measure that at least two of its findings have: first those that its type asks for,
 * then lengths, then all others.
 */
export function growthOf(history: readonly Finding[]): Growth {
  const last = history.at(-1)
  const measures: GrowthMeasure[] = [
    ...measuresOf(last?.type ?? ''),
    ...(['length_mm', 'width_mm', 'opening_mm', 'diameter_mm', 'depth_mm'] as const),
    'extent_mm',
    'area_cm2',
    'count',
  ]
  const measure = measures.find(
    (each) => history.filter((finding) => readMeasure(finding, each) !== null).length >= 2,
  )
  return {
    measure,
    points: history.map((finding) => ({
      finding,
      severity: finding.severity,
      value: measure === undefined ? null : readMeasure(finding, measure),
    })),
  }
}

function readMeasure(finding: Finding, measure: GrowthMeasure): number | null {
  if (measure !== 'extent_mm') return finding[measure]
  const { from_m, to_m } = finding
  return from_m === null || to_m === null || to_m <= from_m ? null : Math.round((to_m - from_m) * 1000)
}
