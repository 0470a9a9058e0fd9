import { expect, it } from 'vitest'
import { FindingShape, type ShapePoint } from '#domain/findings/finding-shape.ts'
import { extentOf, imageOutlines, shapeOnSphere } from '#panel/drawing/geometry/on-image.ts'
import {
  boundsOf,
  boxOutline,
  boxShape,
  cornersOf,
  type Handle,
  handlesOf,
  moveShape,
  type On,
  pointShape,
  polygonShape,
  removeCorner,
  reshape,
} from '#panel/drawing/geometry/shapes.ts'
import { WHOLE_SPHERE } from '../../support/files/whole-sphere.ts'

const box = (on: On, one: ShapePoint, other: ShapePoint) => {
  const shape = boxShape(on, one, other)
  if (!shape) throw new Error('The box has no area')
  return shape
}
const edges = (...names: ('x1' | 'x2' | 'y1' | 'y2')[]): Handle => ({ kind: 'edges', edges: names })
const TRIANGLE: ShapePoint[] = [
  [0.2, 0.2],
  [0.6, 0.2],
  [0.4, 0.5],
]

it('draws the same box from any corner, and every box is valid', () => {
  const expected = { on: 'image', kind: 'box', points: [[0.1, 0.2], [0.5, 0.6]] } // biome-ignore format: short
  for (const [one, other] of [
    [[0.1, 0.2], [0.5, 0.6]],
    [[0.5, 0.6], [0.1, 0.2]],
    [[0.5, 0.2], [0.1, 0.6]],
  ] as [ShapePoint, ShapePoint][]) // biome-ignore format: short
    expect(boxShape('image', one, other)).toEqual(expected)
  expect(FindingShape.safeParse(expected).success).toBe(true)
  expect(boxShape('image', [0.1, 0.2], [0.1, 0.6])).toBeUndefined()
})

it('draws a box across the seam of a sphere the shorter way around', () => {
  const shape = box('sphere', [170, -5], [-170, 10])
  expect(shape.points.flat()).toEqual([170, -5, -170, 10])
  expect(FindingShape.safeParse(shape).success).toBe(true)
  expect(box('sphere', [-170, 10], [170, -5])).toEqual(shape)
  expect(boundsOf(shape)).toEqual({ x: 180, y: 2.5, width: 20, height: 15 })
  expect(boxOutline(shape).every(([x]) => Math.abs(x) >= 170)).toBe(true)
})

it('moves only the pulled side or corner of a box', () => {
  const shape = box('image', [0.2, 0.2], [0.4, 0.4])
  expect(reshape(shape, edges('x2'), [0.7, 0.9]).points.flat()).toEqual([0.2, 0.2, 0.7, 0.4])
  expect(reshape(shape, edges('x1', 'y1'), [0.1, 0.05]).points.flat()).toEqual([0.1, 0.05, 0.4, 0.4])
  // A side that is pulled over the opposite one changes its role with it.
  expect(reshape(shape, edges('x1'), [0.6, 0.3]).points.flat()).toEqual([0.4, 0.2, 0.6, 0.4])
  const seam = box('sphere', [175, -5], [-175, 5])
  expect(reshape(seam, edges('x2'), [-160, 0]).points.flat()).toEqual([175, -5, -160, 5])
})

it('moves, adds and removes a corner of a polygon, but leaves at least three', () => {
  const shape = polygonShape('image', TRIANGLE)
  if (!shape) throw new Error('The polygon has too few corners')
  expect(reshape(shape, { kind: 'corner', index: 1 }, [0.7, 0.3]).points).toEqual(
    TRIANGLE.with(1, [0.7, 0.3]),
  )
  const more = reshape(shape, { kind: 'side', index: 2 }, [0.1, 0.4])
  expect(more.points).toEqual([...TRIANGLE, [0.1, 0.4]])
  expect(removeCorner(more, 3)).toEqual(shape)
  expect(removeCorner(shape, 0)).toBeUndefined()
  expect(polygonShape('image', TRIANGLE.slice(1))).toBeUndefined()
  expect(handlesOf(shape)).toHaveLength(6)
  expect(handlesOf(pointShape('image', [0.1, 0.1]))).toEqual([])
})

it('stops a moved shape at the borders of the photo and keeps its form', () => {
  const shape = box('image', [0.7, 0.1], [0.9, 0.2])
  expect(moveShape(shape, [0.8, 0.15], [1, 0]).points.flat()).toEqual([0.8, 0, 1, 0.1])
  const north = box('sphere', [170, 70], [178, 80])
  expect(moveShape(north, [174, 75], [-176, 89]).points.flat()).toEqual([-180, 80, -172, 90])
})

it('shows a shape of a sphere on the flat photo, at both borders if it lies across the seam', () => {
  const extent = extentOf(WHOLE_SPHERE)
  if (!extent) throw new Error('This is no sphere')
  const within = box('sphere', [0, 0], [36, 18])
  const [outline = []] = imageOutlines(within, extent)
  expect(Math.min(...outline.map(([x]) => x))).toBeCloseTo(0.5)
  expect(Math.max(...outline.map(([x]) => x))).toBeCloseTo(0.6)
  expect(Math.min(...outline.map(([, y]) => y))).toBeCloseTo(0.4)
  expect(imageOutlines(box('sphere', [170, 0], [-170, 10]), extent)).toHaveLength(2)
  expect(imageOutlines(within, undefined)).toEqual([])
  const image = box('image', [0.5, 0.4], [0.6, 0.5])
  expect(shapeOnSphere(image, extent).points.flat().map(Math.round)).toEqual([0, 0, 36, 18])
  expect(cornersOf(image)).toHaveLength(4)
})
