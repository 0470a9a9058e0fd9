/** What a limit knows about a key, such as an account with an address. */
export interface Count {
  counted: number
  /** What has begun and may still be counted. */
  pending: number
  /** In milliseconds since 1970. After it, the count is 0. */
  endsAt: number
}

/** The counts of the limits. All processes of a database share them. */
export interface Counts {
  /**
   * Reads the counts of the keys, undefined for a key without one, and stores what `change` returns for each of them. No other change
   * happens in between. `change` may be called again, with newer counts.
   *
   * @throws the error of `change`, which then stores nothing
   */
  change(keys: readonly string[], change: (counts: (Count | undefined)[]) => Count[]): Promise<void>
  delete(key: string): Promise<void>
  /** Deletes counts that have ended. */
  deleteEnded(now?: number): Promise<void>
}

/** The most counts in the memory of a process. */
const COUNTS_MAX = 50_000

/** Counts of one process. It deletes the oldest one when it is full, so that requests with invented keys cannot fill the memory. */
export class CountsInMemory implements Counts {
  readonly #counts = new Map<string, Count>()

  async change(keys: readonly string[], change: (counts: (Count | undefined)[]) => Count[]): Promise<void> {
    const changed = change(keys.map((key) => this.#counts.get(key)))
    for (const [index, key] of keys.entries()) this.#set(key, changed[index] as Count)
  }

  async delete(key: string): Promise<void> {
    this.#counts.delete(key)
  }

  async deleteEnded(now = Date.now()): Promise<void> {
    for (const [key, { endsAt }] of this.#counts) if (endsAt <= now) this.#counts.delete(key)
  }

  /** Sets the count and makes it the newest one. */
  #set(key: string, count: Count): void {
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > COUNTS_MAX) this.#counts.delete(this.#counts.keys().next().value as string)
  }
}
