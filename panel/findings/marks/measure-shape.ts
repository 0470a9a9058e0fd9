import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { FindingMeasure } from '#domain/findings/finding-type.ts'
import type { PhotoScale } from '#domain/findings/photo-scale.ts'
import type { Photo } from '#domain/photo.ts'
import { cornersOf } from '#panel/drawing/geometry/shapes.ts'

type Sized = Pick<Photo, 'width' | 'height'>
type Measured = Partial<Record<FindingMeasure, number>>

/**
 * The measures of a shape on a photo with a scale: only what the shape has. A box around a crack says nothing about its opening, and a
 * box around a hole nothing about its diameter. The scale is that of the place where its line is: the photo is taken as a plane at right
 * angles to the camera.
 */
export function measureShape(shape: FindingShape, photo: Sized, scale: PhotoScale): Measured | undefined {
  if (shape.on !== 'image' || shape.kind === 'point' || !photo.width || !photo.height) return undefined
  const { width, height } = photo
  const inPixels = ([x, y]: ShapePoint) => ({ x: x * width, y: y * height })
  const pixels = between(inPixels(scale.from), inPixels(scale.to))
  if (pixels === 0) return undefined
  const mmPerPixel = scale.mm / pixels
  const corners = cornersOf(shape).map(inPixels)
  const [length, across] = extents(corners, shape.kind === 'box')
  const areaMm2 = area(corners) * mmPerPixel ** 2
  const mm = (value: number) => significant(value * mmPerPixel)
  return {
    length_mm: mm(length),
    width_mm: mm(across),
    area_cm2: significant(areaMm2 / 100),
  }
}

/**
 * What a shape that was drawn to measure says: of a line its length, whatever is measured by it; of a box its area.
 *
 * @returns undefined if the photo does not say it
 */
export function measureDrawn(
  measure: FindingMeasure,
  drawn: FindingShape,
  photo: Sized,
  scale: PhotoScale,
): number | undefined {
  const measured = measureShape(drawn, photo, scale)
  return measure === 'area_cm2' ? measured?.area_cm2 : measured?.length_mm
}

interface Pixel {
  x: number
  y: number
}

function between(a: Pixel, b: Pixel): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}

/** The length and the width, in pixels: of a box its sides, of a polygon its longest diagonal and its extent across it. */
function extents(corners: readonly Pixel[], isBox: boolean): [number, number] {
  const [first, second, third] = corners
  if (isBox && first && second && third) {
    const sides = [Math.abs(second.x - first.x), Math.abs(third.y - second.y)]
    return [Math.max(...sides), Math.min(...sides)]
  }
  let longest = { length: 0, x: 1, y: 0 }
  for (const one of corners)
    for (const other of corners) {
      const [x, y] = [other.x - one.x, other.y - one.y]
      const length = Math.hypot(x, y)
      if (length > longest.length) longest = { length, x: x / length, y: y / length }
    }
  const across = corners.map(({ x, y }) => x * longest.y - y * longest.x)
  return [longest.length, Math.max(...across) - Math.min(...across)]
}

/** @see https://en.wikipedia.org/wiki/Shoelace_formula */
function area(corners: readonly Pixel[]): number {
  const twice = corners.reduce((sum, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}

/** Three digits: a length drawn by hand is not more exact. */
function significant(value: number): number {
  return Number(value.toPrecision(3))
}
