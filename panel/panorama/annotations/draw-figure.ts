import { distanceBetween, type Point, type Position } from '#panel/drawing/geometry/point.ts'
import type { Figure, Tool } from './annotation.ts'

/** Half of the width, and the radius, of a figure that is put into the middle of the view, in CSS pixels. */
const HALF_WIDTH = 80
const HALF_HEIGHT = 50
/** The pen skips points that are nearer than this to the previous point, in CSS pixels. */
const PEN_STEP = 1.5

interface Screen {
  project: (point: Point) => Position | undefined
  unproject: (x: number, y: number) => Point
}

/**
 * Begins a figure where a pointer is pressed. The figure keeps its place on the photo while the view turns or zooms.
 *
 * @returns a function that returns the figure when the pointer is at a position; undefined while it cannot be drawn
 */
export function beginFigure(
  tool: Tool,
  from: Position,
  screen: Screen,
): (to: Position) => Figure | undefined {
  const pointAt = ({ x, y }: Position) => screen.unproject(x, y)
  const first = pointAt(from)
  const way = [first]
  let last = from
  function pointsTo(to: Position): Point[] | undefined {
    if (tool === 'circle') return [first, pointAt(to)]
    if (tool === 'rectangle') {
      const start = screen.project(first)
      return start && [start, { x: to.x, y: start.y }, to, { x: start.x, y: to.y }].map(pointAt)
    }
    if (distanceBetween(last, to) >= PEN_STEP) {
      way.push(pointAt(to))
      last = to
    }
    return [...way]
  }
  return (to) => {
    const points = tool === 'text' ? undefined : pointsTo(to)
    return points && { tool, points, text: '' }
  }
}

/** A circle or a rectangle with a default size in the middle of the view. */
export function figureInMiddle(tool: Tool, { x, y }: Position, screen: Screen): Figure | undefined {
  if (tool === 'text' || tool === 'pen') return undefined
  const [width, height] = tool === 'circle' ? [0, 0] : [HALF_WIDTH, HALF_HEIGHT]
  const begin = beginFigure(tool, { x: x - width, y: y - height }, screen)
  return begin({ x: x + HALF_WIDTH, y: y + height })
}
