/** How often the event loop is looked at, in milliseconds. More often would cost processor time while the server is idle. */
const LOOK_EVERY_MS = 500

/**
 * Measures how long the event loop of this process stood still. While it does, nothing is answered.
 *
 * `monitorEventLoopDelay` of Node forgets a delay that begins before the first look after a reset, and nobody can ask it about the one
 * that has just ended.
 */
class LoopDelay {
  #longest = 0
  #looked = performance.now()

  constructor() {
    setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /** The longest time since the last call, in milliseconds. */
  takeLongest(): number {
    this.#look()
    const longest = this.#longest
    this.#longest = 0
    return Math.round(longest)
  }

  #look(): void {
    const now = performance.now()
    this.#longest = Math.max(this.#longest, now - this.#looked - LOOK_EVERY_MS)
    this.#looked = now
  }
}

/** A process has one event loop. */
export const loopDelay = new LoopDelay()
