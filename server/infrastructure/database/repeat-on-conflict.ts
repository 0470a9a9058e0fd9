import { setTimeout as wait } from 'node:timers/promises'
import { isTransactionConflict } from './database-errors.ts'

/** Maximum attempts of a transaction. */
const TRIES = 6
/** The pause after the first attempt, in milliseconds. It doubles each time. */
const FIRST_PAUSE_MS = 10

/**
 * Retries `work` after a conflict in PostgreSQL (40001, 40P01): nothing is stored then, and a retry usually succeeds. So `work` must have
 * no side effect.
 */
export async function repeatOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isTransactionConflict(error) || tried === TRIES) throw error
    }
    // Random, so that two conflicting transactions do not restart together.
    await wait(FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random()))
  }
}
