import * as z from 'zod'

/** The greatest length of a line on a photo, in millimetres. */
const LENGTH_MAX_MM = 1_000_000

const fraction = z.number().min(0).max(1)
/** From the left and from the top border of the upright photo, as fractions of its width and height. */
const Point = z.tuple([fraction, fraction])

/** A line of known length on a photo. It is right where the line is, at the same distance from the camera. */
export const PhotoScale = z
  .strictObject({ from: Point, to: Point, mm: z.number().positive().max(LENGTH_MAX_MM) })
  .refine(({ from, to }) => from[0] !== to[0] || from[1] !== to[1], {
    path: ['to'],
    error: 'write another point than `from`',
  })
export type PhotoScale = z.infer<typeof PhotoScale>

/** What is measured by on a photo; null if nobody has drawn a line. */
export const PhotoMeasuring = z.object({ scale: PhotoScale.nullable() })
export type PhotoMeasuring = z.infer<typeof PhotoMeasuring>

/** The body that sets the scale, or removes it. */
export const PhotoMeasuringChange = z.strictObject({ scale: PhotoScale.nullable() })
