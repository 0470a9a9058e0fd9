import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum mails with a password for one account in a day. */
const MAILS_PER_DAY = 5

/** The limits of password requests by address and account, and by address; and of the mails for an account. */
export class PasswordResetLimits {
  readonly #perAccountAndAddress: RateLimit
  readonly #perAddress: RateLimit
  /** By account. Its end changes no answer, because the answer must not reveal whether a mail was sent. */
  readonly mails: RateLimit

  constructor(counts: Counts) {
    this.#perAccountAndAddress = new RateLimit(counts, 'reset-pair', 5, WINDOW_MS)
    this.#perAddress = new RateLimit(counts, 'reset-address', 20, WINDOW_MS)
    this.mails = new RateLimit(counts, 'reset-mails', MAILS_PER_DAY, DAY_MS)
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
