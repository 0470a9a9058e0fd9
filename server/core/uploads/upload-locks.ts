import type { Lock, Locker } from '@tus/server'
import type { Locks, Release } from '#server/infrastructure/database/locks.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** How long a request waits for another one that stores the file of the upload, in milliseconds. */
const WAIT_MS = 60_000

interface Held {
  /** Asks the holder of the lock to end its part. */
  release: () => unknown
  freed: PromiseWithResolvers<void>
  /** Releases the lock for other processes. */
  releaseForOthers?: Release
}

/**
 * Serializes the requests of an upload across processes. A later request ends the part of an earlier one, which is usually a broken
 * connection that the server has not noticed.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>()
  readonly #locks: Locks

  constructor(locks: Locks) {
    this.#locks = locks
  }

  newLock(id: string): Lock {
    return {
      lock: (_, release) => this.#lock(id, release),
      unlock: () => this.#unlock(id),
    }
  }

  /** @throws ApiError `upload_conflict` if the earlier request does not end in time */
  async #lock(id: string, release: () => unknown): Promise<void> {
    const timeout = AbortSignal.timeout(WAIT_MS)
    for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
      held.release()
      await Promise.race([held.freed.promise, waitForAbort(timeout)])
      if (timeout.aborted) throw new ApiError('upload_conflict')
    }
    const held: Held = { release, freed: Promise.withResolvers() }
    this.#held.set(id, held)
    try {
      const releaseForOthers = await this.#locks.acquire(`upload ${id}`, WAIT_MS, release)
      if (!releaseForOthers) throw new ApiError('upload_conflict')
      held.releaseForOthers = releaseForOthers
    } catch (error) {
      await this.#unlock(id)
      throw error
    }
  }

  async #unlock(id: string): Promise<void> {
    const held = this.#held.get(id)
    await held?.releaseForOthers?.()
    this.#held.delete(id)
    held?.freed.resolve()
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
