import { type Count, type Counts, currentCount } from '#server/infrastructure/database/counts.ts'
import { type ApiError, tooManyRequests } from '#server/infrastructure/errors.ts'
import { type Comparison, FIRST_RANK, QUEUE_RETRY_AFTER_S } from './password.ts'

declare module '#server/core/env.ts' {
  interface Services {
    signInLimit: SignInLimit
  }
}

const WINDOW_MS = 15 * 60 * 1000
/** Maximum wrong passwords for one account from one address in the window. */
const PER_ACCOUNT_AND_ADDRESS = 8
/** Maximum wrong passwords from one address for all accounts: a whole office can share one address. */
const PER_ADDRESS = 100
/** Maximum wrong passwords for one account from all unknown addresses. */
const PER_ACCOUNT = 60
/** Maximum sign-ins of one account in the window, because each takes shared processor time. */
const OPENED_PER_ACCOUNT = 100
/** Wrong and pending attempts together may reach a limit times this factor, because many users may sign in at once. */
const PENDING_FACTOR = 4

/** What is known about an attempt before comparing the password. */
export type Trust = 'unknown place' | 'known place' | 'mailed password'

/** A sign-in attempt. Exactly one of the three functions is called at its end. */
export interface Attempt extends Comparison {
  succeeded(): Promise<void>
  failed(): Promise<void>
  /** Ends an undecided attempt, such as one without a comparison. */
  withdrawn(): Promise<void>
}

/** The key of a count, and its maximum of wrong passwords. */
type Limit = [key: string, most: number]

/**
 * Slows down password guessing without locking out an account's owner. It counts wrong passwords by account and address, by address, and by
 * account over all addresses.
 *
 * - At a known place of an account, only the count by account and address applies. So the owner can sign in during an attack, and goes
 *   first in the queue.
 * - An account's first attempt precedes queued ones; its others follow the first ones of other accounts.
 * - A valid mailed password is not a guess, so wrong passwords do not count against it. It has its own count, which limits how often it can
 *   be sent.
 */
export class SignInLimit {
  readonly #counts: Counts

  /** @param counts of wrong passwords and of those being compared; `pending` are the queued attempts */
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
    /** The part of the counts for this attempt. */
    let part: 'pending' | 'counted' | undefined = 'pending'
    const takeBack = async () => {
      if (part) await this.#addAnyway(limits, now, part, -1)
      part = undefined
    }
    return {
      /** The account's pending attempts; at an unknown place, the wrong and pending ones of the address. */
      rank,
      // Counts as wrong until known to be right, so that concurrent attempts do not exceed the limits.
      begin: async () => {
        await this.#add(limits, now, refuseComparison, (counts) =>
          addTo(addTo(counts, 'pending', -1), 'counted', 1),
        )
        part = 'counted'
      },
      matched: takeBack,
      failed: async () => {
        // A right password does not help an inactive user, and the limit must not reveal it.
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

/** The counts with another number. An expired or deleted count ignores what is subtracted. */
function addTo(counts: Count[], part: 'pending' | 'counted', number: number): Count[] {
  return counts.map((count) => ({ ...count, [part]: Math.max(0, count[part] + number) }))
}

/** The refusal of an attempt before the queue; undefined if allowed. */
function refuseWaiting(count: Count, most: number, now: number): ApiError | undefined {
  const isFull = count.counted + count.pending >= most * PENDING_FACTOR
  return refuseComparison(count, most, now) ?? (isFull ? tooManyRequests(QUEUE_RETRY_AFTER_S) : undefined)
}

/** The refusal of a comparison; undefined if allowed. */
function refuseComparison({ counted, endsAt }: Count, most: number, now: number): ApiError | undefined {
  return counted >= most ? tooManyRequests(Math.ceil((endsAt - now) / 1000)) : undefined
}
