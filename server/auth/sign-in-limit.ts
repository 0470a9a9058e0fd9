import { BoundedMap } from './bounded-map.ts'
import { FIRST_RANK } from './password.ts'

declare module '#server/env.ts' {
  interface Services {
    signInLimit: SignInLimit
  }
}

const WINDOW_MS = 15 * 60 * 1000
/** Wrong passwords for one account from one address within the window. */
const PER_ACCOUNT_AND_ADDRESS = 8
/** Wrong passwords from one address, whatever the account: an office behind one address has many people. */
const PER_ADDRESS = 100
/** Wrong passwords for one account from all unknown addresses together. */
const PER_ACCOUNT = 60
/** Attempts under way beside the wrong ones, as a multiple of the limit: many may sign in at once, but not without end. */
const PENDING_FACTOR = 4

/** What speaks for somebody before their password is compared. */
export type Standing = 'stranger' | 'known place' | 'mailed password'

interface Count {
  wrong: number
  pending: number
  endsAt: number
}

/** One sign-in under way. Exactly one of the three is called when it is over. */
export interface Attempt {
  /** Whose password is compared first when many wait: the fewer wrong or open attempts from the address, the lower. */
  rank: number
  succeeded(): void
  failed(): void
  /** It never came to a comparison. */
  withdrawn(): void
}

/**
 * Slows guessing down without letting anybody lock another out. Three counts of wrong passwords: by account and
 * address, by address, and by account over all addresses. For a place from which the account has signed in lately only
 * the first one holds, so its owner still gets in while strangers guess, and goes before them where they all wait. Who
 * brings a good mailed password guesses at nothing: no wrong one stands against them, and a count of their own keeps
 * them from bringing it without end.
 */
export class SignInLimit {
  readonly #counts = new BoundedMap<Count>()

  /**
   * @param place as `subnet` names it
   * @returns the attempt, or the seconds to wait because there were too many.
   */
  begin(account: string, place: string, standing: Standing, now = Date.now()): Attempt | number {
    const pair = `pair ${account} ${place}`
    const first = standing === 'mailed password' ? `mailed ${pair}` : pair
    const limits: [key: string, most: number][] = [[first, PER_ACCOUNT_AND_ADDRESS]]
    if (standing === 'stranger') {
      limits.push([`address ${place}`, PER_ADDRESS], [`account ${account}`, PER_ACCOUNT])
    }

    for (const [key, most] of limits) {
      const count = this.#counts.get(key)
      if (!count || count.endsAt <= now) continue
      if (count.wrong >= most || count.wrong + count.pending >= most * PENDING_FACTOR) {
        return Math.ceil((count.endsAt - now) / 1000)
      }
    }
    const counts = limits.map(([key]) => this.#open(key, now))
    const [, ofAddress] = counts
    const end = (wrong: number) => {
      for (const count of counts) {
        count.pending -= 1
        count.wrong += wrong
      }
    }
    return {
      rank: ofAddress ? ofAddress.wrong + ofAddress.pending : FIRST_RANK,
      failed: () => end(1),
      withdrawn: () => end(0),
      succeeded: () => {
        end(0)
        this.#counts.delete(pair)
      },
    }
  }

  #open(key: string, now: number): Count {
    const former = this.#counts.get(key)
    const count = former && former.endsAt > now ? former : { wrong: 0, pending: 0, endsAt: now + WINDOW_MS }
    count.pending += 1
    this.#counts.set(key, count)
    return count
  }
}
