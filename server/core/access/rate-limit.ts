import { type Count, type Counts, currentCount } from '#server/infrastructure/database/counts.ts'
import { ApiError, tooManyRequests, type WaitReason } from '#server/infrastructure/errors.ts'

/** A limit with one of its keys. */
type LimitOfKey = readonly [RateLimit, key: string]

/** A fixed-window rate limit by key. The window starts with the key's first request. */
export class RateLimit {
  readonly #counts: Counts
  readonly #name: string
  readonly #most: number
  readonly #windowMs: number
  readonly #reason: WaitReason | undefined

  /** @param name one word, unlike that of every other limit @param reason selects the sentence of the refusal */
  constructor(counts: Counts, name: string, most: number, windowMs: number, reason?: WaitReason) {
    if (name.includes(' ')) throw new Error(`The name of the limit ${name} is more than one word.`)
    this.#counts = counts
    this.#name = name
    this.#most = most
    this.#windowMs = windowMs
    this.#reason = reason
  }

  /**
   * Counts a request of the key.
   *
   * @param others further limits that must also allow it, with their keys. If one refuses, none counts it.
   * @throws ApiError `too_many_requests` of the first exhausted limit
   */
  async countRequest(key: string, others: readonly LimitOfKey[] = [], now = Date.now()): Promise<void> {
    const limits: LimitOfKey[] = [[this, key], ...others]
    const keys = limits.map(([limit, keyOfLimit]) => limit.#keyOf(keyOfLimit))
    await this.#counts.change(keys, (found) => {
      const counts = limits.map(([limit], index) => currentCount(found[index], limit.#windowMs, now))
      for (const [index, [limit]] of limits.entries()) {
        const { counted, endsAt } = counts[index] as Count
        if (counted < limit.#most) continue
        const refusal = tooManyRequests(Math.ceil((endsAt - now) / 1000), limit.#reason)
        return { counts, refusal }
      }
      return { counts: counts.map((count) => ({ ...count, counted: count.counted + 1 })) }
    })
  }

  /** Like `countRequest`. @returns false instead of the refusal */
  async allows(key: string, others: readonly LimitOfKey[] = []): Promise<boolean> {
    try {
      await this.countRequest(key, others)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_requests') return false
      throw error
    }
  }

  /** Takes back a request that turned out not to count. */
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
