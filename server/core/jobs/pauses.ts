/** The longest timer, in milliseconds; Node fires longer ones at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Pauses of loops, which end early on a change. */
export class Pauses {
  #changes = 0
  readonly #ends = new Set<() => void>()

  /** The number of changes. Read it before looking at what may change. */
  get changes(): number {
    return this.#changes
  }

  /** Ends all pauses. */
  end(): void {
    this.#changes += 1
    for (const end of this.#ends) end()
  }

  /**
   * Resolves at a time, or on a change.
   *
   * @param changes the number before you looked: after a change since then, there is no pause
   * @param until in milliseconds since 1970
   */
  pause(changes: number, until: number): Promise<void> {
    if (changes !== this.#changes) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#ends.delete(end)
        resolve()
      }
      const timer = setTimeout(end, Math.min(until - Date.now(), TIMER_MAX_MS))
      this.#ends.add(end)
    })
  }
}
