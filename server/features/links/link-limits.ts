import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Counts } from '#server/infrastructure/database/counts.ts'

const WINDOW_MS = 15 * 60 * 1000

/** The limits of opening links: by place, also of unknown secrets, and for the password of a link by link, from all places. */
export class LinkLimits {
  readonly #perPlace: RateLimit
  readonly #perLink: RateLimit

  constructor(counts: Counts) {
    this.#perPlace = new RateLimit(counts, 'link place', 60, WINDOW_MS)
    this.#perLink = new RateLimit(counts, 'link password', 20, WINDOW_MS)
  }

  /** @throws ApiError `too_many_requests` */
  async countOpening(place: string): Promise<void> {
    await this.#perPlace.countRequest(place)
  }

  /** Counts a password as wrong, before it is compared. @throws ApiError `too_many_requests` */
  async countPassword(id: number): Promise<void> {
    await this.#perLink.countRequest(String(id))
  }

  /** Takes back the count of a right password. */
  async takeBackPassword(id: number): Promise<void> {
    await this.#perLink.takeBack(String(id))
  }
}
