import { type Count, type Counts, currentCount } from '#server/infrastructure/database/counts.ts'
import { type ApiError, tooManyRequests } from '#server/infrastructure/errors.ts'
import { type Comparison, FIRST_RANK, QUEUE_RETRY_AFTER_S } from './password.ts'

declare module '#server/core/env.ts' {
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
/** The maximum number of sign-ins of one account within the window. Nobody needs as many, and each takes processor time of all. */
const OPENED_PER_ACCOUNT = 100
/** Wrong and waiting attempts together may reach a limit times this factor, because many users may sign in at the same time. */
const PENDING_FACTOR = 4

/** What the server knows about an attempt before it compares the password. */
export type Trust = 'unknown place' | 'known place' | 'mailed password'

/** An attempt to sign in. When it is over, exactly one of the three functions is called. */
export interface Attempt extends Comparison {
  succeeded(): Promise<void>
  failed(): Promise<void>
  /** Ends an attempt that was not decided, such as one whose password was not compared. */
  withdrawn(): Promise<void>
}

/** The key of a count, and the maximum number of wrong passwords of it. */
type Limit = [key: string, most: number]

/**
 * Slows down guessing of passwords without locking the owner of an account out. It counts wrong passwords by account and
 * address, by address, and by account over all addresses.
 *
 * - For a place where the account has signed in lately, only the count by account and address applies. So the owner can sign in
 *   while others guess, and comes before them in the queue.
 * - Of the attempts of an account, the first one comes before those that wait already; the others come after the first ones of other accounts.
 * - A valid mailed password is not a guess, so wrong passwords do not count against it. It has a count of its own, which limits
 *   how often it can be sent.
 */
export class SignInLimit {
  readonly #counts: Counts

  /** @param counts of wrong passwords and of those that are being compared; `pending` are the attempts that wait in the queue */
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
    const limits: Limit[] = [[trust === 'mailed password' ? `mailed ${pair}` : pair, PER_ACCOUNT_AND_ADDRESS]]
    if (trust === 'unknown place') {
      limits.push([`address ${place}`, PER_ADDRESS], [`account ${account}`, PER_ACCOUNT])
    }
    const opened: Limit[] = [[`opened ${account}`, OPENED_PER_ACCOUNT]]
    await this.#add(opened, now, refuseComparison, (counts) => counts)
    let rank = FIRST_RANK
    await this.#add(limits, now, refuseWaiting, (counts) => {
      const begun = addTo(counts, 'pending', 1)
      const [ofPair, ofAddress] = begun
      rank = (ofPair?.pending ?? 1) - 1 + (ofAddress ? ofAddress.counted + ofAddress.pending : 0)
      return begun
    })
    /** The part of the counts that contains this attempt. */
    let part: 'pending' | 'counted' | undefined = 'pending'
    const takeBack = async () => {
      if (part) await this.#addAnyway(limits, now, part, -1)
      part = undefined
    }
    return {
      /** The number of pending attempts of the account, and at an unknown place of wrong and pending ones from the address. */
      rank,
      // It counts as wrong until it is known to be right, so that no more passwords are compared than the limits allow, however many
      // arrive at once.
      begin: async () => {
        await this.#add(limits, now, refuseComparison, (counts) =>
          addTo(addTo(counts, 'pending', -1), 'counted', 1),
        )
        part = 'counted'
      },
      matched: takeBack,
      failed: async () => {
        // A right password does not help if the user is inactive, and the limit must not show that it is right.
        if (!part) await this.#addAnyway(limits, now, 'counted', 1)
      },
      withdrawn: takeBack,
      succeeded: async () => {
        await takeBack()
        await this.#addAnyway(opened, now, 'counted', 1)
        await this.#counts.delete(pair)
      },
    }
  }

  /** @throws ApiError `too_many_requests`, which `refusalAt` returns for a count and its maximum */
  #add(
    limits: readonly Limit[],
    now: number,
    refusalAt: (count: Count, most: number, now: number) => ApiError | undefined,
    add: (counts: Count[]) => Count[],
  ): Promise<void> {
    return this.#counts.change(
      limits.map(([key]) => key),
      (found) => {
        const counts = found.map((count) => currentCount(count, WINDOW_MS, now))
        const refusals = counts.map((count, index) => refusalAt(count, limits[index]?.[1] as number, now))
        const refusal = refusals.find((each) => each !== undefined)
        return refusal ? { counts, refusal } : { counts: add(counts) }
      },
    )
  }

  #addAnyway(
    limits: readonly Limit[],
    now: number,
    part: 'pending' | 'counted',
    number: number,
  ): Promise<void> {
    return this.#counts.change(
      limits.map(([key]) => key),
      (found) => {
        const counts = found.map((count) => currentCount(count, WINDOW_MS, now))
        return { counts: addTo(counts, part, number) }
      },
    )
  }
}

/** The counts with another number. A count that has ended or was deleted meanwhile does not contain what is taken from it. */
function addTo(counts: Count[], part: 'pending' | 'counted', number: number): Count[] {
  return counts.map((count) => ({ ...count, [part]: Math.max(0, count[part] + number) }))
}

/** The refusal of an attempt that would wait for its comparison; undefined if it may. */
function refuseWaiting(count: Count, most: number, now: number): ApiError | undefined {
  const isFull = count.counted + count.pending >= most * PENDING_FACTOR
  return refuseComparison(count, most, now) ?? (isFull ? tooManyRequests(QUEUE_RETRY_AFTER_S) : undefined)
}

/** The refusal of a comparison; undefined if it may begin. */
function refuseComparison({ counted, endsAt }: Count, most: number, now: number): ApiError | undefined {
  return counted >= most ? tooManyRequests(Math.ceil((endsAt - now) / 1000)) : undefined
}
