import { middleOf, placeMarks as placeMarksInRow } from '#domain/findings/blade-marks.ts'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'

/** The rows of a drawn blade, from the leading to the trailing edge. What is inside of the blade shares the last one. */
export const LANES = ['LE', 'PS', 'SS', 'TE', 'INSIDE'] as const
/** In a compact drawing, all sides share one row. */
export type Lane = (typeof LANES)[number] | 'ALL'

/** The width of the mark of one finding, and of the mark of several ones, with the gap after it, in CSS pixels. */
export const MARK_PX = 24
export const CLUSTER_PX = 48

export function laneOf(side: FindingSide): Lane {
  return side === 'BOX' || side === 'NOSE' || side === 'TAIL' ? 'INSIDE' : side
}

/** One mark on a drawn blade: a finding, or several ones that are too near to each other for marks of their own. */
export interface PlacedMark {
  /** From the root, in CSS pixels. It is the left edge of the mark. */
  left: number
  findings: Finding[]
}

/**
 * Places the marks of one row without overlaps.
 *
 * @param length the metres that the row shows
 * @param width the width of the row in CSS pixels
 */
export function placeMarks(findings: readonly Finding[], length: number, width: number): PlacedMark[] {
  const room = { single: MARK_PX, several: CLUSTER_PX }
  return placeMarksInRow(findings, (finding) => middleOf(finding) / length, width, room).map(
    ({ left, items }) => ({ left, findings: items }),
  )
}

/** True if it is known where along the blade the finding is. */
export function hasPlace({ from_m }: Finding): boolean {
  return from_m !== null
}

/** The metres with a label on the scale: every 1, 2, 5, 10 or 20 metres, so that the labels have room. */
export function scaleTicks(length: number, width: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((metres) => (metres / length) * width >= 56) ?? 100
  const ticks = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
  // The last label is the length itself.
  return [...ticks.filter((metres) => ((length - metres) / length) * width >= 56), length]
}
