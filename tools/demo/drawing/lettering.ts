import { lengthOf } from './noise.ts'

/**
 * A stroke font of the project, because the machine may have no fonts. A glyph is a list of strokes, separated
 * by `|`, each a line through grid points of two digits: column 0 to 4, row 0 (top) to 6 (base line).
 */
const GLYPHS: Record<string, string> = {
  A: '06 20 46|14 34',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '11 20 26',
  '2': '01 10 30 41 42 06 46',
  '3': '01 10 30 41 42 33 13|33 44 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 02 32 43 45 36 16 05',
  '6': '41 30 10 01 05 16 36 45 44 33 03',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  '9': '43 13 02 01 10 30 41 45 36 16 05',
  '-': '13 33',
  '.': '26 26',
  ':': '22 22|25 25',
  '/': '06 40',
}

/** A straight piece of a stroke: from (x0, y0) to (x1, y1). */
export interface Segment {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** How far one letter is from the next, in letter heights. */
const ADVANCE = 5.8 / 6

/** The strokes of a line of text, its letters one unit tall, its top left corner at (0, 0). */
export function strokesOf(text: string): Segment[] {
  return [...text].flatMap((letter, index) =>
    (GLYPHS[letter] ?? '').split('|').flatMap((stroke) =>
      polyline(
        stroke
          .split(' ')
          .filter(Boolean)
          .map((point) => gridPoint(point, index)),
      ),
    ),
  )
}

/** Width of a line of text, in letter heights. */
export function widthOf(text: string): number {
  return text.length * ADVANCE
}

function gridPoint(point: string, index: number): [number, number] {
  return [Number(point[0]) / 6 + index * ADVANCE, Number(point[1]) / 6]
}

/** The segments of a line through `points`. */
export function polyline(points: readonly (readonly [number, number])[]): Segment[] {
  return points.slice(1).map(([x1, y1], index) => {
    const [x0, y0] = points[index] ?? [x1, y1]
    return { x0, y0, x1, y1 }
  })
}

/** Distance of (x, y) from a segment, in its own unit. */
export function distanceTo({ x0, y0, x1, y1 }: Segment, x: number, y: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length))
  return lengthOf(x - x0 - t * dx, y - y0 - t * dy)
}
