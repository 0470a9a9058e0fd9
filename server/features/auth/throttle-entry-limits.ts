import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 15 * 60 * 1000
/** Maximum entries for one account from all addresses, and for one address about all accounts. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 10

/** Which throttled guesses get an audit entry: the first of an account from an address in the window, so that no flood fills the log. */
export class ThrottleEntryLimits {
  readonly #perAccountAndAddress: RateLimit
  readonly #perAccount: RateLimit
  readonly #perAddress: RateLimit

  constructor(counts: Counts) {
    this.#perAccountAndAddress = new RateLimit(counts, 'throttle-entry-pair', 1, WINDOW_MS)
    this.#perAccount = new RateLimit(counts, 'throttle-entry-account', PER_ACCOUNT, WINDOW_MS)
    this.#perAddress = new RateLimit(counts, 'throttle-entry-address', PER_ADDRESS, WINDOW_MS)
  }

  /** @param place the network of the client, as `subnet` returns it */
  allows(account: string, place: string): Promise<boolean> {
    return this.#perAccountAndAddress.allows(`${account} ${place}`, [
      [this.#perAccount, account],
      [this.#perAddress, place],
    ])
  }
}
