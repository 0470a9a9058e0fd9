import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

declare module '#server/core/env.ts' {
  interface Services {
    passwordResetLimits: PasswordResetLimits
  }
}

const WINDOW_MS = 15 * 60 * 1000

/** The limits of password requests by address and account, and by address. */
export class PasswordResetLimits {
  readonly #perAccountAndAddress: RateLimit
  readonly #perAddress: RateLimit

  constructor(counts: Counts) {
    this.#perAccountAndAddress = new RateLimit(counts, 'reset pair', 5, WINDOW_MS)
    this.#perAddress = new RateLimit(counts, 'reset address', 20, WINDOW_MS)
  }

  /**
   * Counts a request. Repeats for one account do not use up the limit of the whole office behind the address.
   *
   * @param place the network of the client, as `subnet` returns it
   * @throws ApiError `too_many_requests`
   */
  async countRequest(account: string, place: string): Promise<void> {
    await this.#perAccountAndAddress.countRequest(`${account} ${place}`, [[this.#perAddress, place]])
  }
}
