import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

declare module '#server/core/env.ts' {
  interface Services {
    unsubscribeLimit: UnsubscribeLimit
  }
}

const WINDOW_MS = 15 * 60 * 1000
/** Mail programs of one provider open the links of many users from one address. */
const REQUESTS_MAX = 60

/** How often the links that end the mails can be opened from one network. */
export class UnsubscribeLimit {
  readonly #perAddress: RateLimit

  constructor(counts: Counts) {
    this.#perAddress = new RateLimit(counts, 'unsubscribe address', REQUESTS_MAX, WINDOW_MS)
  }

  /** @param place the network of the client, as `subnet` returns it @throws ApiError `too_many_requests` */
  async countRequest(place: string): Promise<void> {
    await this.#perAddress.countRequest(place)
  }
}
