import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The limits of wrong codes: by account and place, and for an account from all unknown places. A thief who knows the password has a chance
 * of 1 in 16,000 a day to guess a code, and does not lock out the user at a known place.
 */
export class FactorLimits {
  readonly #perAccountAndPlace: RateLimit
  readonly #perAccount: RateLimit
  readonly #perPlace: RateLimit

  constructor(counts: Counts) {
    this.#perAccountAndPlace = new RateLimit(counts, 'factor-pair', 8, WINDOW_MS)
    this.#perAccount = new RateLimit(counts, 'factor-account', 20, DAY_MS)
    this.#perPlace = new RateLimit(counts, 'passkey-place', 60, WINDOW_MS)
  }

  /**
   * Counts a code as wrong, before it is compared. Concurrent codes then do not exceed the limits.
   *
   * @returns takes the count back, for a right code
   * @throws ApiError `too_many_requests`
   */
  async countGuess(userId: number, place: string, isKnownPlace: boolean): Promise<() => Promise<void>> {
    const pair = `${userId} ${place}`
    const account = String(userId)
    await this.#perAccountAndPlace.countRequest(pair, isKnownPlace ? [] : [[this.#perAccount, account]])
    return async () => {
      await this.#perAccountAndPlace.takeBack(pair)
      if (!isKnownPlace) await this.#perAccount.takeBack(account)
    }
  }

  /** Counts a sign-in with a passkey, whose account is not known yet. @throws ApiError `too_many_requests` */
  async countPasskeySignIn(place: string): Promise<void> {
    await this.#perPlace.countRequest(place)
  }
}
