import { setTimeout as wait } from 'node:timers/promises'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Locks, Release } from '#server/infrastructure/database/locks.ts'

/** The time between two attempts to hold a lock again after the connection to PostgreSQL broke, in milliseconds. */
const RETRY_MS = 1000

/**
 * A lock for each runner of jobs. PostgreSQL releases it when the process of the runner has ended or is no longer connected, so other
 * processes know that nobody works on the jobs of this runner any more.
 */
export class RunnerLocks {
  readonly #locks: Locks
  /** The locks of the runners of this process. */
  readonly #own = new Map<string, Promise<Release | undefined>>()

  constructor(locks: Locks) {
    this.#locks = locks
  }

  /** Holds the lock of a runner of this process until `release`. Call it before the runner takes its first job. */
  async hold(id: string): Promise<void> {
    if (!this.#own.has(id)) this.#own.set(id, awaitedLater(this.#acquire(id)))
    await this.#own.get(id)
  }

  async release(id: string): Promise<void> {
    const acquired = this.#own.get(id)
    this.#own.delete(id)
    const release = await acquired
    await release?.()
  }

  /** Does `work` if no process holds the lock of the runner. Meanwhile no other process does it. */
  async ifAbandoned(id: string, work: () => Promise<void>): Promise<void> {
    if (this.#own.has(id)) return
    const release = await this.#locks.acquire(nameOf(id), 0, () => {})
    if (!release) return
    try {
      await work()
    } finally {
      await release()
    }
  }

  /** @returns undefined if the lock is not needed any more */
  async #acquire(id: string): Promise<Release | undefined> {
    const acquireAgain = () => {
      if (this.#own.has(id)) this.#own.set(id, awaitedLater(this.#acquire(id)))
    }
    do {
      const release = await this.#locks
        .acquire(nameOf(id), RETRY_MS, acquireAgain)
        .catch(() => wait(RETRY_MS, undefined))
      if (release) return release
    } while (this.#own.has(id))
    return undefined
  }
}

function nameOf(id: string): string {
  return `jobs of ${id}`
}
