/** The counter of a limit for a key, such as an account with an address. */
export interface Count {
  counted: number
  /** Attempts that may still be counted. */
  pending: number
  /** In milliseconds since 1970. After it, the count is 0. */
  endsAt: number
}

/** A change of some counters by a limit. */
export interface CountsChange {
  /** The new counts, in the order of the keys. An unchanged object is not stored; a zero count is deleted. */
  counts: Count[]
  /** The error that `change` throws after storing the counts. */
  refusal?: Error | undefined
}

/** The counters of the limits, shared by all processes of a database. */
export interface Counts {
  /**
   * Reads the counts of the keys, undefined for a missing one, and stores what `change` returns, atomically. `change` may be called again,
   * with newer counts.
   *
   * @throws the refusal of the change
   */
  change(keys: readonly string[], change: (found: (Count | undefined)[]) => CountsChange): Promise<void>
  delete(key: string): Promise<void>
  /** Deletes expired counts. */
  deleteEnded(now?: number): Promise<void>
}

/**
 * The count of the current window, or a new one. No window ends later than `windowMs` from now: a count stored while the clock was ahead is
 * shortened.
 */
export function currentCount(found: Count | undefined, windowMs: number, now: number): Count {
  const latestEnd = now + windowMs
  if (!found || found.endsAt <= now) return { counted: 0, pending: 0, endsAt: latestEnd }
  return found.endsAt > latestEnd ? { ...found, endsAt: latestEnd } : found
}

/**
 * True for a zero count, which is never kept: otherwise refused or reverted requests with invented keys would evict the counts of others.
 */
export function isEmpty({ counted, pending }: Count): boolean {
  return counted === 0 && pending === 0
}

/** Maximum counts in the memory of a process. */
const COUNTS_MAX = 50_000

/** Counts of one process. It evicts the oldest one when full, so that invented keys cannot fill the memory. */
export class CountsInMemory implements Counts {
  readonly #counts = new Map<string, Count>()
  readonly #max: number

  constructor(max = COUNTS_MAX) {
    this.#max = max
  }

  async change(
    keys: readonly string[],
    change: (found: (Count | undefined)[]) => CountsChange,
  ): Promise<void> {
    const { counts, refusal } = change(keys.map((key) => this.#counts.get(key)))
    for (const [index, key] of keys.entries()) this.#set(key, counts[index] as Count)
    if (refusal) throw refusal
  }

  async delete(key: string): Promise<void> {
    this.#counts.delete(key)
  }

  async deleteEnded(now = Date.now()): Promise<void> {
    for (const [key, { endsAt }] of this.#counts) if (endsAt <= now) this.#counts.delete(key)
  }

  /** Sets the count and makes it the newest. */
  #set(key: string, count: Count): void {
    if (this.#counts.get(key) === count) return
    this.#counts.delete(key)
    if (isEmpty(count)) return
    this.#counts.set(key, count)
    if (this.#counts.size > this.#max) this.#counts.delete(this.#counts.keys().next().value as string)
  }
}
