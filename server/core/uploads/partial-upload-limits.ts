import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 60 * 1000
/** More than a client with large files reaches: examining a photo takes longer. */
const PER_WINDOW = 300

/**
 * Limits how many resumable uploads a user creates and cancels, each a transaction. Two separate counts, so that a user at the limit can
 * still cancel.
 */
export class PartialUploadLimits {
  readonly begun: RateLimit
  readonly cancelled: RateLimit

  constructor(counts: Counts) {
    this.begun = new RateLimit(counts, 'upload-begun', PER_WINDOW, WINDOW_MS, 'wait_uploads')
    this.cancelled = new RateLimit(counts, 'upload-cancelled', PER_WINDOW, WINDOW_MS, 'wait_uploads')
  }
}
