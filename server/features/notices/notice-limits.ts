import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 15 * 60 * 1000
/** A provider's mail programs open many users' links from one address. */
const REQUESTS_MAX = 60

/** The limit of unsubscribe links by network. */
export class UnsubscribeLimit {
  readonly #perAddress: RateLimit

  constructor(counts: Counts) {
    this.#perAddress = new RateLimit(counts, 'unsubscribe-address', REQUESTS_MAX, WINDOW_MS)
  }

  /** @param place the network of the client, as `subnet` returns it @throws ApiError `too_many_requests` */
  async countRequest(place: string): Promise<void> {
    await this.#perAddress.countRequest(place)
  }
}
