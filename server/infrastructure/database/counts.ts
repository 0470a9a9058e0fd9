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
   * @param keys each begins with the name of its limit, which is one word, and a space
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

/** Maximum counts of one limit in the memory of a process. */
const COUNTS_MAX = 50_000

/**
 * Counts of one process. A limit evicts its own oldest count when full: invented keys cannot fill the memory, nor evict the counts of
 * another limit.
 */
export class CountsInMemory implements Counts {
  /** By the name of the limit. */
  readonly #limits = new Map<string, Map<string, Count>>()
  readonly #max: number

  constructor(max = COUNTS_MAX) {
    this.#max = max
  }

  async change(
    keys: readonly string[],
    change: (found: (Count | undefined)[]) => CountsChange,
  ): Promise<void> {
    const { counts, refusal } = change(keys.map((key) => this.#countsOf(key).get(key)))
    for (const [index, key] of keys.entries()) this.#set(key, counts[index] as Count)
    if (refusal) throw refusal
  }

  async delete(key: string): Promise<void> {
    this.#countsOf(key).delete(key)
  }

  async deleteEnded(now = Date.now()): Promise<void> {
    for (const counts of this.#limits.values())
      for (const [key, { endsAt }] of counts) if (endsAt <= now) counts.delete(key)
  }

  /** The counts of the limit of this key. */
  #countsOf(key: string): Map<string, Count> {
    const name = nameOf(key)
    const counts = this.#limits.get(name) ?? new Map<string, Count>()
    this.#limits.set(name, counts)
    return counts
  }

  /** Sets the count and makes it the newest. */
  #set(key: string, count: Count): void {
    const counts = this.#countsOf(key)
    if (counts.get(key) === count) return
    counts.delete(key)
    if (isEmpty(count)) return
    counts.set(key, count)
    if (counts.size > this.#max) counts.delete(counts.keys().next().value as string)
  }
}

/** The name of the limit with this key: its first word. */
function nameOf(key: string): string {
  return key.split(' ', 1)[0] as string
}
