import type { Logger } from 'pino'
import { DEFAULT_TIME_ZONE, hourIn } from '#domain/time/today.ts'
import type { Database } from '#server/infrastructure/database/database.ts'

declare module '#server/core/env.ts' {
  interface Services {
    nightlyErasure: NightlyErasure
  }
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** The quiet hours: the first one, and the one after the last. */
const NIGHT = { from: 2, to: 5 }
/** Minimum interval of erasures, in milliseconds: once a night, and without a night once a day. */
const ONCE_A_NIGHT_MS = DAY_MS / 2
/** The longest pause after failures, in days. */
const PAUSE_MAX_DAYS = 32

/**
 * Erases deleted data from the database files, once a night. Changes wait meanwhile, so it does not run after a deletion. After a failure,
 * such as during a backup, the database log is emptied in the next hour; the rewrite is retried with pauses that double, because a failed
 * attempt costs as much as a successful one.
 */
export class NightlyErasure {
  readonly #db: Pick<Database, 'eraseDeleted'>
  readonly #log: Logger
  /** The last success, in milliseconds since 1970. After a start it runs in the first night, or half a day later. */
  #ranAt: number
  /** The number of failed rewrites, and the time of the next attempt, in milliseconds since 1970. */
  #failures = 0
  #completeAt = 0

  constructor(db: Pick<Database, 'eraseDeleted'>, log: Logger, now = Date.now()) {
    this.#db = db
    this.#log = log
    this.#ranAt = now - ONCE_A_NIGHT_MS
  }

  /** Runs it if due. Call it every hour. */
  async runIfDue(now = Date.now()): Promise<void> {
    if (!this.#isDue(now)) return
    const isComplete = now >= this.#completeAt
    try {
      await this.#db.eraseDeleted(isComplete)
      this.#ranAt = now
      if (isComplete) this.#failures = 0
    } catch (error) {
      if (isComplete) {
        this.#failures += 1
        this.#completeAt = now + Math.min(2 ** this.#failures, PAUSE_MAX_DAYS) * DAY_MS - ONCE_A_NIGHT_MS
      }
      this.#log.warn({ err: error }, 'deleted data is not yet erased from the files')
    }
  }

  #isDue(now: number): boolean {
    const hour = hourIn(DEFAULT_TIME_ZONE, now)
    const isNight = hour >= NIGHT.from && hour < NIGHT.to
    // The clock may have been set back.
    const since = Math.abs(now - this.#ranAt)
    return since >= DAY_MS || (isNight && since >= ONCE_A_NIGHT_MS)
  }
}
