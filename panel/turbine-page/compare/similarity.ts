import type { Part } from '#panel/photos/lightbox/flat-tiles.ts'
import type { Point, Size } from '#panel/photos/lightbox/zoom-view.ts'

/**
 * A rotation, one scale for both directions and a translation: (x, y) becomes (a·x − b·y + x₀, b·x + a·y + y₀). As complex numbers it
 * is w = m·z + t with m = a + bi.
 *
 * @see https://en.wikipedia.org/wiki/Similarity_(geometry)#In_Euclidean_space
 */
export interface Similarity {
  a: number
  b: number
  x0: number
  y0: number
}

export type PointPair = readonly [Point, Point]

/** The minimum distance of the two points of a picture, as a fraction of its diagonal. With closer points the rotation would not be exact. */
const DISTANCE_MIN = 0.03

/** True if the two points of a picture are far enough from each other. */
export function areApart([one, other]: PointPair, { width, height }: Size): boolean {
  return Math.hypot(other.x - one.x, other.y - one.y) >= Math.hypot(width, height) * DISTANCE_MIN
}

/**
 * The similarity that maps the first pair of points to the second one: m = (w₂ − w₁) / (z₂ − z₁), t = w₁ − m·z₁. The points of
 * a pair must differ.
 */
export function similarityOf([z1, z2]: PointPair, [w1, w2]: PointPair): Similarity {
  const z = { x: z2.x - z1.x, y: z2.y - z1.y }
  const w = { x: w2.x - w1.x, y: w2.y - w1.y }
  const length = z.x ** 2 + z.y ** 2
  const a = (w.x * z.x + w.y * z.y) / length
  const b = (w.y * z.x - w.x * z.y) / length
  return { a, b, x0: w1.x - (a * z1.x - b * z1.y), y0: w1.y - (b * z1.x + a * z1.y) }
}

/** The similarity that fits a picture into another one, in its middle and without a rotation. */
export function fittedInto(from: Size, to: Size): Similarity {
  const a = Math.min(to.width / from.width, to.height / from.height)
  return { a, b: 0, x0: (to.width - from.width * a) / 2, y0: (to.height - from.height * a) / 2 }
}

export function transform({ a, b, x0, y0 }: Similarity, { x, y }: Point): Point {
  return { x: a * x - b * y + x0, y: b * x + a * y + y0 }
}

/** The corners of a picture after the transformation, in the order of its outline. */
export function cornersOf(similarity: Similarity, { width, height }: Size): Point[] {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  return corners.map((corner) => transform(similarity, corner))
}

/**
 * The smallest part of a picture that contains what a part of the other picture covers.
 *
 * @param similarity maps pixels of `picture` to pixels of `other`
 * @param part a part of `other`
 */
export function partOnto({ a, b, x0, y0 }: Similarity, part: Part, other: Size, picture: Size): Part {
  const length = a ** 2 + b ** 2
  const corners = [part.left, part.right].flatMap((x) =>
    [part.top, part.bottom].map((y) => {
      const [across, down] = [x * other.width - x0, y * other.height - y0]
      return { x: (a * across + b * down) / length, y: (a * down - b * across) / length }
    }),
  )
  const [xs, ys] = [corners.map(({ x }) => x / picture.width), corners.map(({ y }) => y / picture.height)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
