import type { Database as Connection } from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** How long a statement waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/**
 * The database's `user_version`. 0 means that the file may still have bytes of deleted rows, as every file of a version
 * without `secure_delete` has.
 */
const VACUUMED = 1

/**
 * Makes the next `eraseDeleted` write the whole database anew. `secure_delete` alone overwrites a deleted row, but not the copies
 * of it that SQLite may have left in unused parts of pages when it rearranged them.
 */
export async function requestCompleteErasure(transaction: Kysely<Schema>): Promise<void> {
  await sql`pragma user_version = 0`.execute(transaction)
}

/** For a new database, from which nothing was ever deleted. */
export function skipVacuum(connection: Connection): void {
  connection.pragma(`user_version = ${VACUUMED}`)
}

/**
 * Removes what was deleted or overwritten from the database file and the WAL. Waits for transactions of this process, but
 * for no other process.
 *
 * @param connection the one under `write`
 * @throws when another process reads or writes just now, or the disk is full; nothing is lost then, and it can be called
 *   again.
 */
export async function eraseDeleted(write: Kysely<Schema>, connection: Connection): Promise<void> {
  // While it is taken from Kysely, the connection is in no transaction.
  await write.connection().execute(async () => {
    connection.pragma('busy_timeout = 0')
    try {
      if (connection.pragma('user_version', { simple: true }) !== VACUUMED) vacuum(connection)
      const busy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
      if (busy !== 0) throw new Error('Another process reads the database: its WAL cannot be emptied now.')
    } finally {
      connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  })
}

function vacuum(connection: Connection): void {
  try {
    connection.exec('vacuum')
    connection.pragma(`user_version = ${VACUUMED}`)
  } catch (error) {
    // On a full disk, what was written so far takes the last free space.
    connection.pragma('wal_checkpoint(TRUNCATE)')
    throw error
  }
}
