import type { Lock, Locker } from '@tus/server'
import { ApiError } from '#server/errors.ts'

declare module '#server/env.ts' {
  interface Services {
    uploadLocks: UploadLocks
  }
}

/** How long a request waits for another one that stores the file of the upload, in milliseconds. */
const WAIT_MS = 60_000

interface Held {
  /** Asks the request that holds the lock to end its part. */
  release: () => unknown
  freed: PromiseWithResolvers<void>
}

/**
 * One request at a time works on an upload. A later request ends the part of an earlier one, because the earlier one usually is a
 * broken connection that the server has not noticed yet.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>()

  newLock(id: string): Lock {
    return {
      lock: (_, release) => this.#lock(id, release),
      unlock: async () => this.#unlock(id),
    }
  }

  /** @throws ApiError `upload_conflict` if the earlier request does not end in time */
  async #lock(id: string, release: () => unknown): Promise<void> {
    const timeout = AbortSignal.timeout(WAIT_MS)
    for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
      held.release()
      await Promise.race([held.freed.promise, aborted(timeout)])
      if (timeout.aborted) throw new ApiError('upload_conflict')
    }
    this.#held.set(id, { release, freed: Promise.withResolvers() })
  }

  #unlock(id: string): void {
    const held = this.#held.get(id)
    this.#held.delete(id)
    held?.freed.resolve()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
