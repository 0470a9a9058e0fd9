import * as z from 'zod'
import { CLOUD_REASONS } from '#server/infrastructure/clouds/reading/cloud-refused.ts'

export const RejectionCode = z.enum(['too_large', 'unsupported_file'])
export const RejectionReason = z.object({
  code: z.enum([
    'too_many_pixels',
    'side_too_long',
    'decoded_too_large',
    'image_limits',
    'contradictory_exif',
    'other_kind',
    'animated_png',
    'image_variant',
    'tiff_samples',
    'image_header',
    'image_rows',
    'image_data',
    ...CLOUD_REASONS,
  ]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type RejectionReason = z.infer<typeof RejectionReason>

/** The error for a refused image, and for a PDF whose first page cannot be rendered. */
export class ImageRefused extends Error {
  readonly code: z.infer<typeof RejectionCode>
  /** A more specific reason than the code, if any. */
  readonly reason: RejectionReason | undefined

  constructor(code: z.infer<typeof RejectionCode>, reason?: RejectionReason) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

/** A worker's answer about a file that exceeded its processor time or memory. */
export class LimitExceeded extends ImageRefused {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super('too_large', { code: 'image_limits', values: {} })
    this.limit = limit
    this.message = `took too much ${limit === 'time' ? 'processor time' : 'memory'}`
  }
}
