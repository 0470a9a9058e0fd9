import type { Database as Connection } from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** How long a statement waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/**
 * The `user_version` of a database without bytes of deleted rows. With 0, the file may still have such bytes, as all files of
 * versions without `secure_delete` have.
 */
const VACUUMED = 1

/**
 * Makes the next `eraseDeleted` run a `VACUUM`, which writes the whole database again. `secure_delete` alone overwrites a deleted row,
 * but not the copies of it that SQLite may have left in unused parts of pages when it rearranged them. Does nothing on PostgreSQL, which frees the space of
 * deleted rows itself.
 */
export async function requestCompleteErasure(transaction: Kysely<Schema>): Promise<void> {
  if (isPostgres(transaction)) return
  await sql`pragma user_version = 0`.execute(transaction)
}

/** Marks a new database, from which no row was deleted. */
export function skipVacuum(connection: Connection): void {
  connection.pragma(`user_version = ${VACUUMED}`)
}

/**
 * Removes deleted and overwritten data from the database file and the WAL. Waits for transactions of this process, but
 * for no other process.
 *
 * @param connection the connection that `write` uses
 * @throws if another process reads or writes now, or the disk is full. Nothing is lost then, and it can be called again.
 */
export async function eraseDeleted(write: Kysely<Schema>, connection: Connection): Promise<void> {
  // Kysely gives the connection only between transactions.
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
    // On a full disk, the pages that were already written to the WAL take the last free space.
    connection.pragma('wal_checkpoint(TRUNCATE)')
    throw error
  }
}
