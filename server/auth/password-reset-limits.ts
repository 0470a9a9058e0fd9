import { RateLimit } from './rate-limit.ts'

declare module '#server/env.ts' {
  interface Services {
    passwordResetLimits: PasswordResetLimits
  }
}

const WINDOW_MS = 15 * 60 * 1000

/** The limits for requests of new passwords: from one address for one account, and from one address for all accounts. */
export class PasswordResetLimits {
  readonly perAccountAndAddress = new RateLimit(5, WINDOW_MS)
  readonly perAddress = new RateLimit(20, WINDOW_MS)
}
