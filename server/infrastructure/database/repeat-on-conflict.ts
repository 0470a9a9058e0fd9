import { setTimeout as wait } from 'node:timers/promises'
import { isTransactionConflict } from './database-errors.ts'

/** How often a transaction is tried. */
const TRIES = 6
/** The pause after the first try, in milliseconds. Each further one is twice as long. */
const FIRST_PAUSE_MS = 10

/**
 * Runs `work` again if PostgreSQL has ended its transaction because of another one (40001, 40P01): nothing of it is stored then, and the next
 * time it usually succeeds. So `work` must have no other effect than its transaction.
 */
export async function repeatOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isTransactionConflict(error) || tried === TRIES) throw error
    }
    // Two that disturb each other must not begin again at the same time.
    await wait(FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random()))
  }
}
