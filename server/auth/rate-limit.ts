import type { Counts } from '#server/database/counts.ts'
import { tooManyRequests } from '#server/errors.ts'

/** Allows a number of requests for each key within a time window, which begins with the first request of the key. */
export class RateLimit {
  readonly #counts: Counts
  readonly #name: string
  readonly #most: number
  readonly #windowMs: number

  /** @param name unlike that of every other limit */
  constructor(counts: Counts, name: string, most: number, windowMs: number) {
    this.#counts = counts
    this.#name = name
    this.#most = most
    this.#windowMs = windowMs
  }

  /**
   * Counts a request of the key.
   *
   * @throws ApiError `too_many_requests` if the window has no request left
   */
  async countRequest(key: string, now = Date.now()): Promise<void> {
    await this.#counts.change([`${this.#name} ${key}`], ([former]) => {
      const count =
        former && former.endsAt > now ? former : { counted: 0, pending: 0, endsAt: now + this.#windowMs }
      if (count.counted >= this.#most) throw tooManyRequests(Math.ceil((count.endsAt - now) / 1000))
      return [{ ...count, counted: count.counted + 1 }]
    })
  }
}
