import type { Point } from '#panel/panorama/view/direction.ts'
import type { Position } from '#panel/panorama/view/view-camera.ts'
import type { Figure, Tool } from './annotation.ts'
import type { Geometry, Project } from './geometry/geometry.ts'

/** Half of the width, and the radius, of a figure that is put into the middle of the view, in CSS pixels. */
const HALF_WIDTH = 80
const HALF_HEIGHT = 50
/** The pen skips points that are nearer than this to the previous point, in CSS pixels. */
const PEN_STEP = 1.5

interface Screen {
  project: Project
  unproject: (x: number, y: number) => Point
}

/**
 * Begins a figure where a pointer is pressed. The figure keeps its place on the photo while the view turns or zooms.
 *
 * @returns a function that returns the figure when the pointer is at a position; undefined while it is too small to be visible
 */
export function beginFigure(
  tool: Tool,
  from: Position,
  screen: Screen,
  geometry: Geometry,
): (to: Position) => Figure | undefined {
  const pointAt = ({ x, y }: Position) => screen.unproject(x, y)
  const first = pointAt(from)
  const points = [first]
  let last = from
  return (to) => {
    if (tool === 'text') return undefined
    if (tool === 'circle') {
      return { tool, centre: first, radius: geometry.distance(first, pointAt(to)) }
    }
    if (tool === 'pen') {
      if (Math.hypot(to.x - last.x, to.y - last.y) >= PEN_STEP) {
        points.push(pointAt(to))
        last = to
      }
      return { tool, points: [...points] }
    }
    const start = screen.project(first)
    return start && { tool, corners: rectangle(start, to).map(pointAt) }
  }
}

/** A circle or a rectangle with a default size in the middle of the view. */
export function figureInMiddle(
  tool: Tool,
  { x, y }: Position,
  screen: Screen,
  geometry: Geometry,
): Figure | undefined {
  if (tool === 'text' || tool === 'pen') return undefined
  const from = tool === 'circle' ? { x, y } : { x: x - HALF_WIDTH, y: y - HALF_HEIGHT }
  const to = tool === 'circle' ? { x: x + HALF_WIDTH, y } : { x: x + HALF_WIDTH, y: y + HALF_HEIGHT }
  return beginFigure(tool, from, screen, geometry)(to)
}

/** The corners of a rectangle on the screen. */
function rectangle(one: Position, other: Position): Position[] {
  return [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }]
}
