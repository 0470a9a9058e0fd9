import { BoundedMap } from './bounded-map.ts'

interface Count {
  taken: number
  endsAt: number
}

/** Lets every key be taken so many times in a window, which begins with the first taking. */
export class RateLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #counts = new BoundedMap<Count>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Takes one of the key's. @returns 0, or where none is left the seconds until there are new ones. */
  take(key: string, now = Date.now()): number {
    const former = this.#counts.get(key)
    const count = former && former.endsAt > now ? former : { taken: 0, endsAt: now + this.#windowMs }
    if (count.taken >= this.#most) return Math.ceil((count.endsAt - now) / 1000)
    count.taken += 1
    this.#counts.set(key, count)
    return 0
  }
}
