import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { wrapAngle } from './point.ts'
import { boxOutline, cornersOf } from './shapes.ts'

/** How many degrees the whole width and height of a photo are. */
export interface SphereExtent {
  longitude: number
  latitude: number
}

/** Undefined for a flat photo. */
export function extentOf({ width, height, sphere }: Panorama): SphereExtent | undefined {
  if (!sphere) return undefined
  return { longitude: (width / sphere.full_width) * 360, latitude: (height / sphere.full_height) * 180 }
}

/**
 * The closed outlines of a shape on the flat picture, as fractions. A shape across the seam of a sphere has two: one reaches over the
 * right border, the other over the left one. The first is the one whose middle is in the picture.
 */
export function imageOutlines(shape: FindingShape, extent: SphereExtent | undefined): ShapePoint[][] {
  if (shape.on === 'image') {
    const corners = cornersOf(shape)
    return shape.kind === 'point' ? [corners] : [[...corners, ...corners.slice(0, 1)]]
  }
  if (!extent) return []
  const { longitude, latitude } = extent
  const points = shape.kind === 'box' ? boxOutline(shape) : cornersOf(shape)
  const closed = shape.kind === 'polygon' ? [...points, ...points.slice(0, 1)] : points
  let last = closed[0]?.[0] ?? 0
  const outline = closed.map(([x, y]): ShapePoint => {
    last += wrapAngle(x - last)
    return [0.5 + last / longitude, 0.5 - y / latitude]
  })
  const turn = 360 / longitude
  const shifted = [0, -turn, turn].map((by) => outline.map(([x, y]): ShapePoint => [x + by, y]))
  const isInPicture = (points: ShapePoint[]) => points.some(([x]) => x >= 0 && x <= 1)
  const middle = (points: ShapePoint[]) => points.reduce((sum, [x]) => sum + x, 0) / points.length
  return shifted.filter(isInPicture).sort((a, b) => Math.abs(middle(a) - 0.5) - Math.abs(middle(b) - 0.5))
}

/** A shape of a flat picture on its sphere. */
export function shapeOnSphere(shape: FindingShape, { longitude, latitude }: SphereExtent): FindingShape {
  if (shape.on === 'sphere') return shape
  const points = shape.points.map(
    ([x, y]): ShapePoint => [wrapAngle((x - 0.5) * longitude), (0.5 - y) * latitude],
  )
  if (shape.kind !== 'box') return { on: 'sphere', kind: shape.kind, points }
  const [[left, top] = [0, 0], [right, bottom] = [0, 0]] = points
  return {
    on: 'sphere',
    kind: 'box',
    points: [
      [left, bottom],
      [right, top],
    ],
  }
}
