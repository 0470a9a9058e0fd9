interface Waiting {
  rank: number
  begin(): void
  refuse(): void
}

/** Thrown to whoever is turned away because too many wait. */
export class TooManyWaiting extends Error {}

/**
 * Runs work a few at a time. The lowest rank goes first, and of equal ranks who came first. When more wait than may, the
 * last in this order is turned away, which need not be the newcomer.
 */
export class Turns {
  readonly #atOnce: number
  readonly #waitingMax: number
  /** In the order of their turns. */
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws TooManyWaiting */
  async run<T>(rank: number, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1
    else await this.#wait(rank)
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  #wait(rank: number): Promise<void> {
    return new Promise((begin, reject) => {
      const place = this.#waiting.findLastIndex((other) => other.rank <= rank) + 1
      this.#waiting.splice(place, 0, { rank, begin, refuse: () => reject(new TooManyWaiting()) })
      if (this.#waiting.length > this.#waitingMax) this.#waiting.pop()?.refuse()
    })
  }
}
