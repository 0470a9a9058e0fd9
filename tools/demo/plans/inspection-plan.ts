import type { InspectionState } from '#domain/inspections/state.ts'

/** How far an inspection of the demo is. */
export interface InspectionPlan {
  state: InspectionState
  /** The fraction of inspected photos. */
  looked: number
  /** Why there is a second version; undefined if there is none. */
  correction?: string
}

const DONE: InspectionPlan = { state: 'published', looked: 1 }

/** The newest inspections, in turn. Findings that are not graded are in those that are worked on. */
const NEWEST: readonly InspectionPlan[] = [
  DONE,
  { ...DONE, correction: 'İkinci ölçümde çatlak daha uzun çıktı.' },
  { state: 'in_review', looked: 1 },
  { state: 'open', looked: 0.4 },
  DONE,
]

/** @param index of the turbine @param isNewest true for its newest inspection; the earlier ones are published */
export function planInspection(index: number, isNewest: boolean): InspectionPlan {
  return (isNewest ? NEWEST[index % NEWEST.length] : undefined) ?? DONE
}
