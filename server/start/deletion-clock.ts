import type { Services } from '#server/core/env.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** Maximum distance of a trusted clock from the last deletion by age, in milliseconds. */
const NEAR_MS = 24 * HOUR_MS
/** How many daily runs must agree before a differing clock is trusted. */
const RUNS = 3
/** The shortest and longest interval of daily runs, in milliseconds. Some servers are switched on once a month. */
const APART_MIN_MS = 20 * HOUR_MS
const APART_MAX_MS = 32 * 24 * HOUR_MS
/** Minimum uptime before the clock counts, in milliseconds: a machine may set its clock some time after its start. */
const RUNNING_MIN_MS = HOUR_MS

/** What the database knows about the clock of maintenance. */
export interface DeletionClock {
  /** When maintenance last deleted by age. */
  clock_at: string
  /** The number of daily runs with a differing clock, and the time of the last; else 0 and empty. */
  differing_runs: number
  differing_at: string
}

/**
 * Compares the clock with that of the last deletion by age. A differing clock is trusted at the third daily run in which it has neither
 * gone back nor jumped.
 *
 * @param now in milliseconds since 1970
 * @returns what to store; the clock is trusted if no run differs
 */
export function compareClock(clock: DeletionClock, now: number): DeletionClock {
  const at = new Date(now).toISOString()
  const believed: DeletionClock = { clock_at: at, differing_runs: 0, differing_at: '' }
  if (Math.abs(now - Date.parse(clock.clock_at)) <= NEAR_MS) return believed
  const apartMs = now - Date.parse(clock.differing_at)
  const agrees = clock.differing_runs > 0 && apartMs >= 0 && apartMs <= APART_MAX_MS
  if (!agrees) return { ...clock, differing_runs: 1, differing_at: at }
  if (apartMs < APART_MIN_MS) return clock
  const differing_runs = clock.differing_runs + 1
  return differing_runs < RUNS ? { ...clock, differing_runs, differing_at: at } : believed
}

/**
 * True if rows may be deleted by age now. The witness is the row written by each maintenance: on a quiet installation, no other row is new
 * every day.
 *
 * @param now in milliseconds since 1970
 * @param runningMs the uptime by the monotonic clock, in milliseconds
 */
export async function mayDeleteByAge(
  { db, transactions, log }: Pick<Services, 'db' | 'log' | 'transactions'>,
  now: number,
  runningMs: number,
): Promise<boolean> {
  if (runningMs < RUNNING_MIN_MS) return false
  const found = await getInstallation(db.read)
  const clock = compareClock(found, now)
  await transactions.run(
    (transaction) => transaction.updateTable('installation').set(clock).execute(),
    'use reserve',
  )
  if (clock.differing_runs === 0) return true
  if (clock.differing_runs !== found.differing_runs || clock.differing_at !== found.differing_at)
    log.error(differenceOfClock(clock)?.message)
  return false
}

/** For log and health. @returns why nothing is deleted by age now, or undefined */
export function differenceOfClock({
  clock_at,
  differing_runs,
  differing_at,
}: DeletionClock): Error | undefined {
  if (differing_runs === 0) return undefined
  return new Error(
    `Nothing is deleted by age: the server clock says ${differing_at}, and maintenance last deleted by age at ${clock_at}. ${differing_runs} of ${RUNS} daily runs agree. If the clock is right, do nothing.`,
  )
}
