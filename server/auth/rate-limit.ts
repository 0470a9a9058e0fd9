import { tooManyRequests } from '#server/errors.ts'
import { BoundedMap } from './bounded-map.ts'

interface Count {
  requests: number
  /** In milliseconds since 1970. */
  endsAt: number
}

/** Allows a number of requests for each key within a time window, which begins with the first request of the key. */
export class RateLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #counts = new BoundedMap<Count>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /**
   * Counts a request of the key.
   *
   * @throws ApiError `too_many_requests` if the window has no request left
   */
  countRequest(key: string, now = Date.now()): void {
    const former = this.#counts.get(key)
    const count = former && former.endsAt > now ? former : { requests: 0, endsAt: now + this.#windowMs }
    if (count.requests >= this.#most) throw tooManyRequests(Math.ceil((count.endsAt - now) / 1000))
    count.requests += 1
    this.#counts.set(key, count)
  }
}
