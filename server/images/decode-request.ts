import * as z from 'zod'
import type { FileMediaType } from '#domain/file-types.ts'
import type { DerivativeWidth } from '#domain/limits.ts'

/** What a worker is asked for: one file to decode, and where each of its derivatives goes. */
export interface DecodeRequest {
  path: string
  maxPixels: number
  /** Paths of files that do not exist yet, by the width of the derivative in pixels. */
  derivatives: Record<DerivativeWidth, string>
}

/** The types of images that are taken. */
export const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/gif',
  'image/avif',
] as const satisfies FileMediaType[]

const DecodedImage = z.object({
  mediaType: z.enum(IMAGE_TYPES),
  /** Pixels of the original, upright. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** When the camera says it took the picture, by its own clock; month is 1 to 12. */
  captured: z.object({ year: z.int(), month: z.int().min(1).max(12) }).nullable(),
})
/** What a worker found out of an image; its derivatives are written. */
export type DecodedImage = z.infer<typeof DecodedImage>

const RefusalCode = z.enum(['too_large', 'unsupported_file'])
const RefusalReason = z.object({
  code: z.enum(['too_many_pixels', 'side_too_long', 'decoded_too_large']),
  values: z.record(z.string(), z.number()),
})
type RefusalReason = z.infer<typeof RefusalReason>

/** An image that cannot be taken. */
export class ImageRefused extends Error {
  readonly code: z.infer<typeof RefusalCode>
  /** What exactly is wrong, where the code says less. */
  readonly reason: RefusalReason | undefined

  constructor(code: z.infer<typeof RefusalCode>, reason?: RefusalReason) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

/** What a worker holds when it has answered, in bytes. */
const memory = z.int().positive()

/**
 * What a worker sends: that it has begun, then its answer. The server parses it: an image that gets the better of the decoder
 * can make the worker send anything.
 */
export const WorkerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begun') }),
  z.object({ type: z.literal('decoded'), image: DecodedImage, memory }),
  z.object({ type: z.literal('no image'), memory }),
  z.object({ type: z.literal('refused'), code: RefusalCode, reason: RefusalReason.optional(), memory }),
  /** As the system says it of a file that cannot be read or written. */
  z.object({ type: z.literal('failed'), message: z.string(), code: z.string().optional(), memory }),
])
export type WorkerMessage = z.infer<typeof WorkerMessage>
export type WorkerAnswer = Exclude<WorkerMessage, { type: 'begun' }>
