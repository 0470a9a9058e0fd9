import type { Finding } from '#domain/finding.ts'
import type { FindingMeasure, Severity } from '#domain/finding-type.ts'
import { measuresOf } from '../finding-words.ts'

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

/** The findings that continue each other, with this one, the oldest first. */
export function historyOf(findings: readonly Finding[], finding: Finding): Finding[] {
  const byId = new Map(findings.map((each) => [each.id, each]))
  const history = [finding]
  const known = new Set([finding.id])
  extend((first) => first.earlier_id, 'unshift')
  extend((last) => last.later_id, 'push')
  return history

  function extend(nextOf: (end: Finding) => number | null, add: 'unshift' | 'push') {
    let end = finding
    for (;;) {
      const next = byId.get(nextOf(end) ?? 0)
      if (!next || known.has(next.id)) return
      known.add(next.id)
      history[add](next)
      end = next
    }
  }
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
    (each) => history.filter((finding) => measured(finding, each) !== null).length >= 2,
  )
  return {
    measure,
    points: history.map((finding) => ({
      finding,
      severity: finding.severity,
      value: measure === undefined ? null : measured(finding, measure),
    })),
  }
}

function measured(finding: Finding, measure: GrowthMeasure): number | null {
  if (measure !== 'extent_mm') return finding[measure]
  const { from_m, to_m } = finding
  return from_m === null || to_m === null || to_m <= from_m ? null : Math.round((to_m - from_m) * 1000)
}
