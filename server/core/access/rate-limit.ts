import { type Counts, currentCount } from '#server/infrastructure/database/counts.ts'
import { tooManyRequests, type WaitReason } from '#server/infrastructure/errors.ts'

/** Allows a number of requests for each key within a time window, which begins with the first request of the key. */
export class RateLimit {
  readonly #counts: Counts
  readonly #name: string
  readonly #most: number
  readonly #windowMs: number
  readonly #reason: WaitReason | undefined

  /**
   * @param name unlike that of every other limit
   * @param reason names the sentence of the refusal
   */
  constructor(counts: Counts, name: string, most: number, windowMs: number, reason?: WaitReason) {
    this.#counts = counts
    this.#name = name
    this.#most = most
    this.#windowMs = windowMs
    this.#reason = reason
  }

  /**
   * Counts a request of the key.
   *
   * @throws ApiError `too_many_requests` if the window has no request left
   */
  async countRequest(key: string, now = Date.now()): Promise<void> {
    await this.#counts.change([this.#keyOf(key)], ([former]) => {
      const count = currentCount(former, this.#windowMs, now)
      if (count.counted < this.#most) return { counts: [{ ...count, counted: count.counted + 1 }] }
      return {
        counts: [count],
        refusal: tooManyRequests(Math.ceil((count.endsAt - now) / 1000), this.#reason),
      }
    })
  }

  /** Takes back a counted request that turned out not to count. */
  async takeBack(key: string, now = Date.now()): Promise<void> {
    await this.#counts.change([this.#keyOf(key)], ([former]) => {
      const count = currentCount(former, this.#windowMs, now)
      return { counts: [{ ...count, counted: Math.max(0, count.counted - 1) }] }
    })
  }

  #keyOf(key: string): string {
    return `${this.#name} ${key}`
  }
}
