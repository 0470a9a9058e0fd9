import type { Count, Counts } from '#server/database/counts.ts'
import { tooManyRequests } from '#server/errors.ts'
import { FIRST_RANK } from './password.ts'

declare module '#server/env.ts' {
  interface Services {
    signInLimit: SignInLimit
  }
}

const WINDOW_MS = 15 * 60 * 1000
/** The maximum number of wrong passwords for one account from one address within the window. */
const PER_ACCOUNT_AND_ADDRESS = 8
/** The maximum number of wrong passwords from one address for all accounts together: many people of an office can share one address. */
const PER_ADDRESS = 100
/** The maximum number of wrong passwords for one account from all unknown addresses together. */
const PER_ACCOUNT = 60
/** Wrong and pending attempts together may reach a limit times this factor, because many users may sign in at the same time. */
const PENDING_FACTOR = 4

/** What the server knows about an attempt before it compares the password. */
export type Trust = 'unknown place' | 'known place' | 'mailed password'

/** A comparison of a password that has begun. When it is over, exactly one of the three functions is called. */
export interface Attempt {
  /** The place in the queue of comparisons, lowest first: the number of wrong and pending attempts from the address. */
  rank: number
  succeeded(): Promise<void>
  failed(): Promise<void>
  /** Ends an attempt whose password was not compared. */
  withdrawn(): Promise<void>
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
  readonly #counts: Counts

  /** @param counts of wrong passwords; `pending` are the comparisons that have begun */
  constructor(counts: Counts) {
    this.#counts = counts
  }

  /**
   * Begins an attempt if the limits allow it.
   *
   * @param place the network of the client, as `subnet` returns it
   * @throws ApiError `too_many_requests`
   */
  async begin(account: string, place: string, trust: Trust, now = Date.now()): Promise<Attempt> {
    const pair = `pair ${account} ${place}`
    const limits: [key: string, most: number][] = [
      [trust === 'mailed password' ? `mailed ${pair}` : pair, PER_ACCOUNT_AND_ADDRESS],
    ]
    if (trust === 'unknown place') {
      limits.push([`address ${place}`, PER_ADDRESS], [`account ${account}`, PER_ACCOUNT])
    }
    const keys = limits.map(([key]) => key)
    let rank = FIRST_RANK
    await this.#counts.change(keys, (found) => {
      const counts = found.map((count) => currentCount(count, now))
      counts.forEach((count, index) => {
        refuseAtLimit(count, limits[index]?.[1] as number, now)
      })
      const begun = counts.map((count) => ({ ...count, pending: count.pending + 1 }))
      const [, ofAddress] = begun
      if (ofAddress) rank = ofAddress.counted + ofAddress.pending
      return begun
    })
    const end = (wrong: number) =>
      this.#counts.change(keys, (found) =>
        found.map((each) => {
          // A count that has ended or was deleted meanwhile does not contain this attempt.
          const count = currentCount(each, now)
          return { ...count, counted: count.counted + wrong, pending: Math.max(0, count.pending - 1) }
        }),
      )
    return {
      rank,
      failed: () => end(1),
      withdrawn: () => end(0),
      succeeded: async () => {
        await end(0)
        await this.#counts.delete(pair)
      },
    }
  }
}

/** The count, or a new one if there is none or it has ended. */
function currentCount(count: Count | undefined, now: number): Count {
  return count && count.endsAt > now ? count : { counted: 0, pending: 0, endsAt: now + WINDOW_MS }
}

/** @throws ApiError `too_many_requests` */
function refuseAtLimit({ counted, pending, endsAt }: Count, most: number, now: number): void {
  if (counted >= most || counted + pending >= most * PENDING_FACTOR) {
    throw tooManyRequests(Math.ceil((endsAt - now) / 1000))
  }
}
