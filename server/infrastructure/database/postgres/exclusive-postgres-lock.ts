import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { WRITER_LOCK } from './advisory-locks.ts'
import { connectionTo, openClient } from './postgres-connection.ts'
import { UNLIMITED } from './postgres-limits.ts'

/** A server that has just stopped may still be connected for a moment: how long and how often to look, in milliseconds. */
const WAIT_MS = 1000
const LOOK_EVERY_MS = 50

/** A PostgreSQL database that no server uses, and that nobody can change. */
export interface ExclusiveLock {
  /** @throws if the connection broke, so that another process may have changed the database */
  confirm(): Promise<void>
  release(): Promise<void>
}

/**
 * Holds the lock of the writer, so that nobody else writes.
 *
 * @throws with a sentence if another program is connected to the database
 */
export async function lockPostgresExclusively(url: string): Promise<ExclusiveLock> {
  const client = await openClient(connectionTo(url, UNLIMITED))
  try {
    await lock(client)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    async confirm() {
      await client.query('select 1')
    },
    release: () => client.end(),
  }
}

async function lock(client: Client): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (await isUsed(client)) {
    if (performance.now() > deadline) {
      throw new Error(
        `Other programs are connected to the database ${client.database}. Stop all servers first, and psql.`,
      )
    }
    await wait(LOOK_EVERY_MS)
  }
  // No other program is connected, so these do not wait.
  await client.query(`select pg_advisory_lock(${WRITER_LOCK})`)
}

async function isUsed(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return (rows[0]?.count ?? 0) > 0
}
