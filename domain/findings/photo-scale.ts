import * as z from 'zod'

/** Maximum length of a reference line, in millimetres. */
const LENGTH_MAX_MM = 1_000_000

const fraction = z.number().min(0).max(1)
/** From the left and top edges of the upright photo, as fractions of its width and height. */
const Point = z.tuple([fraction, fraction])

/** The reference line of a photo. It is exact at the line, at the same distance from the camera. */
export const PhotoScale = z
  .strictObject({ from: Point, to: Point, mm: z.number().positive().max(LENGTH_MAX_MM) })
  .refine(({ from, to }) => from[0] !== to[0] || from[1] !== to[1], {
    path: ['to'],
    error: 'write another point than `from`',
  })
export type PhotoScale = z.infer<typeof PhotoScale>

/** The scale of a photo; null without a reference line. */
export const PhotoMeasuring = z.object({ scale: PhotoScale.nullable() })
export type PhotoMeasuring = z.infer<typeof PhotoMeasuring>

/** The body that sets the scale, or removes it. */
export const PhotoMeasuringChange = z.strictObject({ scale: PhotoScale.nullable() })
