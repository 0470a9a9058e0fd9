import type { Finding } from './finding.ts'

/** The layout of finding marks on a drawn blade, in the panel and in reports. */

/** The width of a mark along the blade, in drawing units. */
export interface MarkRoom {
  /** For the mark of one finding. */
  single: number
  /** For the mark of several findings. */
  several: number
}

/** A mark on a drawn blade: of one finding, or of several too close for separate marks. */
export interface PlacedMark<Item> {
  /** The left edge of the mark, from the root. */
  left: number
  items: Item[]
}

type Place = Pick<Finding, 'from_m' | 'to_m' | 'positions_m'>

/**
 * Places the marks of one row without overlaps. One without room joins the previous mark.
 *
 * @param at the place of an item along the blade, from 0 at the root to 1 at the tip
 * @param width the width of the row, in the unit of `room`
 */
export function placeMarks<Item>(
  items: readonly Item[],
  at: (item: Item) => number,
  width: number,
  room: MarkRoom,
): PlacedMark<Item>[] {
  const marks: PlacedMark<Item>[] = []
  const placed = items
    .map((item) => ({ item, x: at(item) * width - room.single / 2 }))
    .sort((a, b) => a.x - b.x)
  for (const { item, x } of placed) {
    const left = Math.max(0, Math.min(x, width - room.single))
    const before = marks.at(-1)
    if (before && left - before.left < roomOf(before, room)) before.items.push(item)
    else marks.push({ left, items: [item] })
  }
  return keepInside(marks, width, room)
}

/** Moves a mark of several findings at the tip left. Without room, it joins the previous mark. */
function keepInside<Item>(
  marks: readonly PlacedMark<Item>[],
  width: number,
  room: MarkRoom,
): PlacedMark<Item>[] {
  const [last, before] = [marks.at(-1), marks.at(-2)]
  if (!last || last.items.length === 1) return [...marks]
  const left = Math.max(0, Math.min(last.left, width - room.several))
  if (!before || left - before.left >= roomOf(before, room)) return [...marks.slice(0, -1), { ...last, left }]
  const joined = { left: before.left, items: [...before.items, ...last.items] }
  return keepInside([...marks.slice(0, -2), joined], width, room)
}

/** The width of a mark along the blade. */
export function roomOf({ items }: PlacedMark<unknown>, { single, several }: MarkRoom): number {
  return items.length > 1 ? several : single
}

/** The mark of a finding, in metres from the root: the middle of its range, or the first of its single places. */
export function middleOf({ from_m, to_m, positions_m }: Place): number {
  const from = from_m ?? 0
  return positions_m.length > 0 ? from : (from + (to_m ?? from)) / 2
}

/** The ranges of a finding on the blade, in metres. A single place has no length. */
export function extentsOf({ from_m, to_m, positions_m }: Place): { from: number; to: number }[] {
  if (positions_m.length > 0) return positions_m.map((metres) => ({ from: metres, to: metres }))
  return from_m === null ? [] : [{ from: from_m, to: to_m ?? from_m }]
}

/** The metres of drawn blades: the blade length; if unknown, a little more than the farthest finding. */
export function drawnLength(bladeLength: number | null, findings: readonly Place[]): number {
  if (bladeLength !== null) return bladeLength
  const farthest = findings.reduce((most, { from_m, to_m }) => Math.max(most, to_m ?? from_m ?? 0), 0)
  return Math.max(10, Math.ceil((farthest * 1.05) / 5) * 5)
}
