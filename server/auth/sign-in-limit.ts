import { tooManyRequests } from '#server/errors.ts'
import { BoundedMap } from './bounded-map.ts'
import { FIRST_RANK } from './password.ts'

declare module '#server/env.ts' {
  interface Services {
    signInLimit: SignInLimit
  }
}

const WINDOW_MS = 15 * 60 * 1000
/** The most wrong passwords for one account from one address within the window. */
const PER_ACCOUNT_AND_ADDRESS = 8
/** The most wrong passwords from one address for all accounts together: many people of an office can share one address. */
const PER_ADDRESS = 100
/** The most wrong passwords for one account from all unknown addresses together. */
const PER_ACCOUNT = 60
/** How many times a limit the wrong and the pending attempts together may reach: many users may sign in at the same time. */
const PENDING_FACTOR = 4

/** What the server knows about an attempt before it compares the password. */
export type Trust = 'unknown place' | 'known place' | 'mailed password'

interface Count {
  wrong: number
  pending: number
  /** In milliseconds since 1970. */
  endsAt: number
}

/** A comparison of a password that has begun. When it is over, exactly one of the three functions is called. */
export interface Attempt {
  /** The place in the queue of comparisons, lowest first: the number of wrong and pending attempts from the address. */
  rank: number
  succeeded(): void
  failed(): void
  /** Ends an attempt whose password was not compared. */
  withdrawn(): void
}

/**
 * Slows down guessing of passwords without locking the owner of an account out. It counts wrong passwords by account and
 * address, by address, and by account over all addresses.
 *
 * - For a place where the account has signed in lately, only the count by account and address applies. So the owner can sign in
 *   while others guess, and comes before them in the queue.
 * - A valid mailed password is not a guess, so wrong passwords do not count against it. It has a count of its own, which limits
 *   how often it can be sent.
 */
export class SignInLimit {
  readonly #counts = new BoundedMap<Count>()

  /**
   * Begins an attempt if the limits allow it.
   *
   * @param place the network of the client, as `subnet` returns it
   * @throws ApiError `too_many_requests`
   */
  begin(account: string, place: string, trust: Trust, now = Date.now()): Attempt {
    const pair = `pair ${account} ${place}`
    const limits: [key: string, most: number][] = [
      [trust === 'mailed password' ? `mailed ${pair}` : pair, PER_ACCOUNT_AND_ADDRESS],
    ]
    if (trust === 'unknown place') {
      limits.push([`address ${place}`, PER_ADDRESS], [`account ${account}`, PER_ACCOUNT])
    }
    for (const [key, most] of limits) this.#check(key, most, now)

    const counts = limits.map(([key]) => this.#addPending(key, now))
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

  /** @throws ApiError `too_many_requests` */
  #check(key: string, most: number, now: number): void {
    const count = this.#counts.get(key)
    if (!count || count.endsAt <= now) return
    if (count.wrong >= most || count.wrong + count.pending >= most * PENDING_FACTOR) {
      throw tooManyRequests(Math.ceil((count.endsAt - now) / 1000))
    }
  }

  #addPending(key: string, now: number): Count {
    const former = this.#counts.get(key)
    const count = former && former.endsAt > now ? former : { wrong: 0, pending: 0, endsAt: now + WINDOW_MS }
    count.pending += 1
    this.#counts.set(key, count)
    return count
  }
}
