import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

declare module '#server/core/env.ts' {
  interface Services {
    partialUploadLimits: PartialUploadLimits
  }
}

const WINDOW_MS = 60 * 1000
/** More than a client with large files reaches: the server needs longer to examine a photo. */
const PER_WINDOW = 300

/**
 * How many uploads in parts a user may begin and cancel. Each of them is a transaction. They have two counts, so that a user who has begun too many
 * can still cancel them.
 */
export class PartialUploadLimits {
  readonly begun: RateLimit
  readonly cancelled: RateLimit

  constructor(counts: Counts) {
    this.begun = new RateLimit(counts, 'upload begun', PER_WINDOW, WINDOW_MS, 'wait_uploads')
    this.cancelled = new RateLimit(counts, 'upload cancelled', PER_WINDOW, WINDOW_MS, 'wait_uploads')
  }
}
