import { setImmediate as nextTurn } from 'node:timers/promises'

/** Measures the longest work of this thread between two turns of the event loop, in milliseconds of its processor time. */
export class LongestWork {
  #longest = 0
  #before = process.threadCpuUsage()
  #isOver = false

  constructor() {
    setImmediate(this.#measure)
  }

  /** @returns the longest work since the constructor */
  async end(): Promise<number> {
    // The last piece is measured, too.
    await nextTurn()
    this.#isOver = true
    return this.#longest
  }

  readonly #measure = () => {
    const { user, system } = process.threadCpuUsage(this.#before)
    this.#longest = Math.max(this.#longest, (user + system) / 1000)
    this.#before = process.threadCpuUsage()
    if (!this.#isOver) setImmediate(this.#measure)
  }
}
