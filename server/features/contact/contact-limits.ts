import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

declare module '#server/core/env.ts' {
  interface Services {
    contactLimits: ContactLimits
  }
}

const WINDOW_MS = 15 * 60 * 1000

/** The limits of contact messages: from one address, and from all together. */
export class ContactLimits {
  readonly perAddress: RateLimit
  readonly all: RateLimit

  constructor(counts: Counts) {
    this.perAddress = new RateLimit(counts, 'contact address', 5, WINDOW_MS)
    this.all = new RateLimit(counts, 'contact', 100, WINDOW_MS)
  }
}
