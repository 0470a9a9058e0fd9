import type { Finding } from '#domain/finding.ts'
import type { FindingSide } from '#domain/finding-type.ts'

/** The rows of a drawn blade, from the leading to the trailing edge. What is inside of the blade shares the last one. */
export const LANES = ['LE', 'PS', 'SS', 'TE', 'INSIDE'] as const
export type Lane = (typeof LANES)[number]

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
 * Places the marks of one row without overlaps. A finding is marked at the middle of its range; one that has no room joins the mark
 * before it.
 *
 * @param length the metres that the row shows
 * @param width the width of the row in CSS pixels
 */
export function placeMarks(findings: readonly Finding[], length: number, width: number): PlacedMark[] {
  const marks: PlacedMark[] = []
  const placed = findings
    .map((finding) => ({ finding, x: (middleOf(finding) / length) * width - MARK_PX / 2 }))
    .sort((one, other) => one.x - other.x)
  for (const { finding, x } of placed) {
    const left = Math.max(0, Math.min(x, width - MARK_PX))
    const before = marks.at(-1)
    if (before && left - before.left < roomOf(before)) before.findings.push(finding)
    else marks.push({ left, findings: [finding] })
  }
  return keepInside(marks, width)
}

/** Moves a mark of several findings at the tip to the left. If there is no room, it joins the mark before it. */
function keepInside(marks: readonly PlacedMark[], width: number): PlacedMark[] {
  const [last, before] = [marks.at(-1), marks.at(-2)]
  if (!last || last.findings.length === 1) return [...marks]
  const left = Math.max(0, Math.min(last.left, width - CLUSTER_PX))
  if (!before || left - before.left >= roomOf(before)) return [...marks.slice(0, -1), { ...last, left }]
  const joined = { left: before.left, findings: [...before.findings, ...last.findings] }
  return keepInside([...marks.slice(0, -2), joined], width)
}

function roomOf({ findings }: PlacedMark): number {
  return findings.length > 1 ? CLUSTER_PX : MARK_PX
}

/** True if it is known where along the blade the finding is. */
export function hasPlace({ from_m }: Finding): boolean {
  return from_m !== null
}

function middleOf({ from_m, to_m, positions_m }: Finding): number {
  const from = from_m ?? 0
  // A finding with single places is marked at the first one.
  return positions_m.length > 0 ? from : (from + (to_m ?? from)) / 2
}

/** The parts of the blade that a finding covers, in metres. A single place has no length. */
export function extentsOf({ from_m, to_m, positions_m }: Finding): { from: number; to: number }[] {
  if (positions_m.length > 0) return positions_m.map((metres) => ({ from: metres, to: metres }))
  return from_m === null ? [] : [{ from: from_m, to: to_m ?? from_m }]
}

/** The metres that the drawn blades show: the length of a blade; if it is unknown, a little more than the farthest finding. */
export function drawnLength(bladeLength: number | null, findings: readonly Finding[]): number {
  if (bladeLength !== null) return bladeLength
  const farthest = findings.reduce((most, { from_m, to_m }) => Math.max(most, to_m ?? from_m ?? 0), 0)
  return Math.max(10, Math.ceil((farthest * 1.05) / 5) * 5)
}

/** The metres with a label on the scale: every 1, 2, 5, 10 or 20 metres, so that the labels have room. */
export function scaleTicks(length: number, width: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((metres) => (metres / length) * width >= 56) ?? 100
  const ticks = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
  // The last label is the length itself.
  return [...ticks.filter((metres) => ((length - metres) / length) * width >= 44), length]
}
