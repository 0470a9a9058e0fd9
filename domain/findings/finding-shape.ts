import * as z from 'zod'

/** Maximum corners of a polygon. */
export const POLYGON_CORNERS_MAX = 200

const kind = z.enum(['point', 'box', 'polygon'])
const fraction = z.number().min(0).max(1)

/** From the left and top edges of the upright photo, as fractions of its width and height. */
const ImagePoint = z.tuple([fraction, fraction])
/** Longitude and latitude in degrees. The photo's centre is 0, 0; right and up are positive. */
const SpherePoint = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/**
 * The mark of a finding on its photo. A point has one place, a box two opposite corners, a polygon its corners in order.
 *
 * On an image, a box goes from its upper left to its lower right corner. On a sphere it goes from its lower left corner right and up, so
 * across the seam its first longitude is greater than the second. Polygon sides on a sphere take the shorter way.
 */
export const FindingShape = z
  .discriminatedUnion('on', [
    z.strictObject({ on: z.literal('image'), kind, points: z.array(ImagePoint).max(POLYGON_CORNERS_MAX) }),
    z.strictObject({ on: z.literal('sphere'), kind, points: z.array(SpherePoint).max(POLYGON_CORNERS_MAX) }),
  ])
  .refine(hasRightPoints, { path: ['points'], error: 'invalid_shape' })
export type FindingShape = z.infer<typeof FindingShape>
export type ShapePoint = FindingShape['points'][number]

function hasRightPoints({
  on,
  kind,
  points,
}: {
  on: string
  kind: string
  points: [number, number][]
}): boolean {
  if (kind === 'point') return points.length === 1
  if (kind === 'polygon') return points.length >= 3
  const [first, second] = points
  if (points.length !== 2 || !first || !second) return false
  return first[1] < second[1] && (on === 'sphere' ? first[0] !== second[0] : first[0] < second[0])
}
