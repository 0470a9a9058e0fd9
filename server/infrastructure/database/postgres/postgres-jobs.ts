/** The jobs of PostgreSQL, in the schema of graphile-worker. Its functions and the view `jobs` are public, the tables with `_` are not. */
import { Pool, type PoolClient } from 'pg'
import { connectionTo } from './postgres-connection.ts'
import { MIGRATING, SERVING } from './postgres-limits.ts'

type Connected = Parameters<typeof Pool.prototype.connect>[0]

/**
 * graphile-worker returns its listening connection twice if that breaks while the worker stops, and the second error is unhandled
 * (`release` and `onErrorReleaseClientAndTryAgain` in its `main.ts`), which would end the process.
 */
class ForgivingPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
    return undefined
  }
}

/** @param connections one listener per kind of jobs, and one for all other statements */
export function jobsPool(url: string, connections: number, limits = SERVING): Pool {
  // graphile-worker expects the usual types of `pg`, such as ids as texts.
  const { types: _, ...options } = connectionTo(url, limits)
  const pool = new ForgivingPool({ ...options, max: connections })
  // Without listeners, a broken connection would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

/** Creates or updates the schema `graphile_worker`. The caller has the migration lock. */
export async function migrateJobs(url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const pool = jobsPool(url, 1, MIGRATING)
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}
