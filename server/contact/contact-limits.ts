import { RateLimit } from '#server/auth/rate-limit.ts'

declare module '#server/env.ts' {
  interface Services {
    contactLimits: ContactLimits
  }
}

const WINDOW_MS = 15 * 60 * 1000

/** How many messages the contact form takes, from one address and from all together. */
export class ContactLimits {
  readonly perAddress = new RateLimit(5, WINDOW_MS)
  readonly all = new RateLimit(100, WINDOW_MS)
}
