import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { closedPolylineThrough, type Geometry, projectPolyline } from '#panel/drawing/geometry/geometry.ts'
import { extentOf, shapeOnSphere } from '#panel/drawing/geometry/on-image.ts'
import { PLANE } from '#panel/drawing/geometry/plane.ts'
import { degrees, type Point, radians } from '#panel/drawing/geometry/point.ts'
import {
  anchorOf,
  boundsOf,
  boxOutline,
  cornersOf,
  type On,
  pointAt,
} from '#panel/drawing/geometry/shapes.ts'
import { SPHERE } from '#panel/drawing/geometry/sphere.ts'
import { type Box, boxAround, type FormSide, middleOfBox, type ShapeSurface } from '#panel/drawing/surface.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'

/** How many times the size of a finding the view shows after a link to it was opened. */
const REVEALED_TIMES = 3
/** The vertical angle of the view for a finding that is only a point, in degrees. */
const POINT_FOV = 40
/** The space around a mark beside a form, for its handles, in CSS pixels. */
const ROOM_MARGIN_PX = 12
/** How often the view is moved nearer to the direction with a mark beside a form. On a sphere one movement is not exact. */
const ROOM_STEPS = 4
/** By how much the angle of view grows until a mark has room. */
const ROOM_ZOOM = 1.1

/** How points of findings become points of the view. Only here it is decided where their zero is. */
interface Chart {
  on: On
  geometry: Geometry
  direction: (point: ShapePoint) => Point
  point: (direction: Point) => ShapePoint
  own: (shape: FindingShape) => FindingShape | undefined
}

/**
 * The 360° view as the surface of the marks of its photo. Each movement of the view places them again.
 *
 * @param element contains the canvas and the layer of the marks, and has their place and size
 */
export function panoramaSurface(view: PanoramaView, panorama: Panorama, element: HTMLElement): ShapeSurface {
  const chart = panorama.sphere ? sphereChart(panorama, panorama.sphere) : planeChart(panorama)
  const { on, own } = chart
  const place = (point: ShapePoint) => view.project(chart.direction(point))
  const surface: ShapeSurface = {
    on,
    element,
    unit: 'px',
    own,
    place,
    positionOf: place,
    anchor: (shape) => {
      const shown = own(shape)
      return shown && anchorOf(shown)
    },
    outline: (shape) => {
      const shown = own(shape)
      return shown ? projectPolyline(linesOf(shown, chart), (point) => view.project(point)) : []
    },
    pointAt: ({ x, y }) => chart.point(view.unproject(x, y)),
    pan: (from, to) => view.pan(from, to),
    reveal: (shape) => {
      const shown = own(shape)
      if (!shown) return
      const { x, y, width, height } = boundsOf(shown)
      const size = on === 'sphere' ? Math.max(width, height) : Math.max(width, height) * view.direction.fov
      const fov = shown.kind === 'point' ? POINT_FOV : size * REVEALED_TIMES
      view.turnToPoint(chart.direction(pointAt(on, x, y)), fov)
    },
    makeRoom: (shape, side, rooms) => {
      const from = view.direction
      const other: FormSide = side === 'left' ? 'right' : 'left'
      const first = { side, ...lookBeside(surface, view, shape, from.fov, rooms[side]) }
      const second = first.excess > 0 && {
        side: other,
        ...lookBeside(surface, view, shape, from.fov, rooms[other]),
      }
      const best = second && second.excess < first.excess ? second : first
      view.direction = from
      view.turnTo(best.direction)
      // The view stays there: turning it back would move what the user looks at.
      return { side: best.side, giveBack: () => {} }
    },
    onMove: (listener) => view.onMove(listener),
    focusTarget: () => element.querySelector<HTMLElement>('[role=img][tabindex]') ?? undefined,
  }
  return surface
}

/**
 * The direction in which a shape is in the middle of a part of the view, at the smallest angle of view at which it has room there. The view
 * looks there afterwards.
 *
 * @param fov the angle of view with which it begins
 * @returns the direction, and by how many pixels the shape is too large for the part even then; 0 or less if it is not
 */
function lookBeside(
  surface: ShapeSurface,
  view: PanoramaView,
  shape: FindingShape,
  fov: number,
  free: Box,
): { direction: Direction; excess: number } {
  for (let wanted = fov; ; wanted *= ROOM_ZOOM) {
    view.direction = { ...view.direction, fov: wanted }
    for (let step = 0; step < ROOM_STEPS; step += 1) {
      const box = boxAround(surface, shape)
      if (box) surface.pan?.(middleOfBox(box), middleOfBox(free))
    }
    const { direction } = view
    const box = boxAround(surface, shape)
    const excess = box ? excessOf(box, free) : Number.POSITIVE_INFINITY
    const isWidest = direction.fov < wanted - 0.01
    if (excess <= 0 || isWidest) return { direction, excess }
  }
}

/** By how many pixels a box, with its handles, reaches out of another one. */
function excessOf(box: Box, free: Box): number {
  const beside = Math.max(free.left - box.left, box.right - free.right)
  return ROOM_MARGIN_PX + Math.max(beside, free.top - box.top, box.bottom - free.bottom)
}

/** The outline in steps that are smooth on the screen. */
function linesOf(shape: FindingShape, { on, geometry, direction }: Chart): Point[] {
  if (shape.kind === 'box' && on === 'sphere') return boxOutline(shape).map(direction)
  return closedPolylineThrough(geometry, cornersOf(shape).map(direction))
}

/** Longitude and latitude are counted from the centre of the photo, which on a part of a sphere is not that of the whole sphere. */
function sphereChart(panorama: Panorama, area: NonNullable<Panorama['sphere']>): Chart {
  const { width, height } = panorama
  const yaw = ((area.left + width / 2) / area.full_width - 0.5) * 360
  const pitch = (0.5 - (area.top + height / 2) / area.full_height) * 180
  const extent = extentOf(panorama)
  return {
    on: 'sphere',
    geometry: SPHERE,
    direction: ([x, y]) => ({ yaw: x + yaw, pitch: y + pitch }),
    point: (direction) => pointAt('sphere', direction.yaw - yaw, direction.pitch - pitch),
    own: (shape) => (extent ? shapeOnSphere(shape, extent) : undefined),
  }
}

/** A flat photo lies on a plane on which its longer side is 2 long, and fractions are counted from its upper left corner. */
function planeChart({ width, height }: Panorama): Chart {
  const longer = Math.max(width, height)
  const [halfWidth, halfHeight] = [width / longer, height / longer]
  return {
    on: 'image',
    geometry: PLANE,
    direction: ([x, y]) => ({
      yaw: degrees(Math.atan((2 * x - 1) * halfWidth)),
      pitch: degrees(Math.atan((1 - 2 * y) * halfHeight)),
    }),
    point: ({ yaw, pitch }) =>
      pointAt(
        'image',
        (Math.tan(radians(yaw)) / halfWidth + 1) / 2,
        (1 - Math.tan(radians(pitch)) / halfHeight) / 2,
      ),
    own: (shape) => (shape.on === 'image' ? shape : undefined),
  }
}
