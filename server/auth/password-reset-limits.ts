import { RateLimit } from './rate-limit.ts'

declare module '#server/env.ts' {
  interface Services {
    passwordResetLimits: PasswordResetLimits
  }
}

const WINDOW_MS = 15 * 60 * 1000

/** How many passwords may be asked for, by one address for one account and by one address for all. */
export class PasswordResetLimits {
  readonly perAccountAndAddress = new RateLimit(5, WINDOW_MS)
  readonly perAddress = new RateLimit(20, WINDOW_MS)
}
