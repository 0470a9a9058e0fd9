interface QueuedWork {
  rank: number
  begin(): void
  refuse(): void
}

/** The error of work evicted from a full queue. */
export class QueueFull extends Error {}

/**
 * Runs asynchronous work with limited concurrency. The lowest rank runs first, and equal ranks in order of arrival. A full queue refuses
 * the last work in this order, which may have come earlier.
 */
export class WorkQueue {
  readonly #concurrency: number
  readonly #queuedMax: number
  /** In execution order. */
  readonly #queued: QueuedWork[] = []
  #running = 0

  constructor(concurrency: number, queuedMax: number) {
    this.#concurrency = concurrency
    this.#queuedMax = queuedMax
  }

  /** The length of the queue, without running work. */
  get queued(): number {
    return this.#queued.length
  }

  /** @throws QueueFull */
  async run<T>(rank: number, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running += 1
    else await this.#wait(rank)
    try {
      return await work()
    } finally {
      const next = this.#queued.shift()
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  #wait(rank: number): Promise<void> {
    return new Promise((begin, reject) => {
      const index = this.#queued.findLastIndex((other) => other.rank <= rank) + 1
      this.#queued.splice(index, 0, { rank, begin, refuse: () => reject(new QueueFull()) })
      if (this.#queued.length > this.#queuedMax) this.#queued.pop()?.refuse()
    })
  }
}
