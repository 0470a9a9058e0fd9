import { type MarkRoom, placeMarks, roomOf } from '#domain/findings/blade-marks.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { BladeMark, Lane } from './report-document.ts'

/** The radius of a mark, in points. */
export const RADIUS = 7.5
/** The width of a mark along the blade, for its label. */
const ROOM: MarkRoom = { single: 32, several: 42 }
/** The height of a mark across the blade, with its label. */
const HEIGHT = 25

/** From the axis outwards, on both sides. A mark moves outwards if one of an earlier lane is in its place. */
const LANES: Lane[] = ['inside', 'pressure', 'leading', 'suction', 'trailing']

/** A mark with its findings. */
export interface DrawnMark {
  findings: [BladeMark, ...BladeMark[]]
  lane: Lane
  /** The highest severity of its unsolved findings, or of all if all are solved. */
  severity: Severity | null
  /** True if all its findings are solved. */
  isSolved: boolean
  /** The page of the finding with this severity. */
  destination: string
  /** The marked place: that of its first finding, from 0 at the root to 1 at the tip. */
  at: number
  /** Its centre: the distance from the root, and that from the axis, negative above it. */
  x: number
  y: number
}

/**
 * Places the marks of a blade without overlaps. Marks of one lane at almost the same place are merged, which limits the drawing to three
 * marks on each side of the axis.
 *
 * @param length of the drawn blade, in points
 * @param edgeOf the distance of a lane from the axis
 */
export function placeOnBlade(
  marks: readonly BladeMark[],
  length: number,
  edgeOf: (lane: Lane, at: number) => number,
): DrawnMark[] {
  const placed: DrawnMark[] = []
  for (const lane of LANES) {
    const own = marks.filter((mark) => mark.lane === lane)
    for (const mark of placeMarks(own, ({ at }) => at, length, ROOM)) {
      const x = mark.left + roomOf(mark, ROOM) / 2
      const drawn = drawnMark(mark.items as DrawnMark['findings'], x)
      placed.push({ ...drawn, y: freeHeight(placed, drawn, edgeOf(lane, drawn.at)) })
    }
  }
  return placed
}

function drawnMark(findings: DrawnMark['findings'], x: number): Omit<DrawnMark, 'y'> {
  const [first] = findings
  const waiting = findings.filter(({ isSolved }) => !isSolved)
  const isSolved = waiting.length === 0
  const judged = isSolved ? findings : waiting
  const worst = judged.reduce((most, each) => ((each.severity ?? 0) > (most.severity ?? 0) ? each : most))
  const { lane, at } = first
  return { findings, lane, at, x, severity: worst.severity, isSolved, destination: worst.destination }
}

/** The nearest free distance from the axis, from `begin` outwards. */
function freeHeight(placed: readonly DrawnMark[], mark: Omit<DrawnMark, 'y'>, begin: number): number {
  const direction = isAboveAxis(mark) ? -1 : 1
  const width = widthOfMark(mark)
  const near = placed.filter((other) => Math.abs(other.x - mark.x) < (widthOfMark(other) + width) / 2)
  let y = begin
  while (near.some((other) => Math.abs(other.y - y) < HEIGHT)) y += direction
  return y
}

/** Marks above the axis move up, with their labels above them. */
export function isAboveAxis({ lane }: Pick<DrawnMark, 'lane'>): boolean {
  return lane !== 'suction' && lane !== 'trailing'
}

export function widthOfMark({ findings }: Pick<DrawnMark, 'findings'>): number {
  return findings.length > 1 ? ROOM.several : ROOM.single
}
