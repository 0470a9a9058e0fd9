import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 60 * 60 * 1000

/** The limits of new e-mail addresses. They do not apply to callers who see the users of every company. */
export class EmailLimits {
  /** By company: how many taken addresses of other companies its admins may discover. */
  readonly taken: RateLimit
  /** By user: each change sends mails. */
  readonly changes: RateLimit

  constructor(counts: Counts) {
    this.taken = new RateLimit(counts, 'email-taken', 10, WINDOW_MS, 'wait_email')
    this.changes = new RateLimit(counts, 'email-change', 10, WINDOW_MS, 'wait_email')
  }
}
