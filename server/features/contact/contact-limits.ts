import { RateLimit } from '#server/core/access/rate-limit.ts'
import { largerNetworks } from '#server/core/access/subnet.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 15 * 60 * 1000

/** The limits of contact messages: from one address, from the networks around it, and from all together, which no network uses up. */
export class ContactLimits {
  readonly #perAddress: RateLimit
  readonly #perSmallNetwork: RateLimit
  readonly #perLargeNetwork: RateLimit
  readonly #all: RateLimit

  constructor(counts: Counts) {
    this.#perAddress = new RateLimit(counts, 'contact-address', 5, WINDOW_MS)
    this.#perSmallNetwork = new RateLimit(counts, 'contact-small-network', 10, WINDOW_MS)
    this.#perLargeNetwork = new RateLimit(counts, 'contact-large-network', 20, WINDOW_MS)
    this.#all = new RateLimit(counts, 'contact', 200, WINDOW_MS)
  }

  /**
   * @param place the network of the client, as `subnet` returns it
   * @throws ApiError `too_many_requests`
   */
  async countMessage(place: string): Promise<void> {
    const [small, large] = largerNetworks(place)
    await this.#perAddress.countRequest(place, [
      [this.#perSmallNetwork, small],
      [this.#perLargeNetwork, large],
      [this.#all, ''],
    ])
  }
}
