import type { Locks } from '#server/infrastructure/database/locks.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** How long a request waits for another one with the same key, in milliseconds: as long as the panel waits for a report. */
const WAIT_MS = 2 * 60 * 1000

/** Serializes requests with the same `Idempotency-Key` across processes, if their work does not fit into one transaction. */
export class KeyLocks {
  readonly #locks: Locks
  readonly #waitMs: number
  /** The end of the last request with each key, in this process. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(locks: Locks, waitMs = WAIT_MS) {
    this.#locks = locks
    this.#waitMs = waitMs
  }

  /**
   * Runs `work` while no other request with this key does.
   *
   * @param id of the `KeyUse`
   * @throws ApiError `request_in_progress` if the other request does not end in time
   */
  async hold<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(id)
    const mine = Promise.withResolvers<void>()
    const last = Promise.allSettled([before, mine.promise])
    this.#last.set(id, last)
    try {
      if (before && !(await endsInTime(before, this.#waitMs))) throw new ApiError('request_in_progress')
      const release = await this.#locks.acquire(`key ${id}`, this.#waitMs, () => {})
      if (!release) throw new ApiError('request_in_progress')
      try {
        return await work()
      } finally {
        await release()
      }
    } finally {
      mine.resolve()
      if (this.#last.get(id) === last) this.#last.delete(id)
    }
  }
}

async function endsInTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  return Promise.race([work.then(() => true), late.promise]).finally(() => clearTimeout(timer))
}
