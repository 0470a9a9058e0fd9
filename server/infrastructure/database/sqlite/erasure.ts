import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database as Connection } from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { needsVacuum } from './erase-now.ts'
import { databaseThreads } from './thread/database-threads.ts'

const VACUUM_WORKER = join(import.meta.dirname, 'vacuum-worker.ts')

/**
 * Makes the next `eraseDeleted` run a `VACUUM`, which writes the whole database again. `secure_delete` alone overwrites a deleted row,
 * but not the copies of it that SQLite may have left in unused parts of pages when it rearranged them. Does nothing on PostgreSQL, which frees the space of
 * deleted rows itself.
 */
export async function requestCompleteErasure(transaction: Kysely<Schema>): Promise<void> {
  if (isPostgres(transaction)) return
  await sql`pragma user_version = 0`.execute(transaction)
}

/**
 * Removes deleted and overwritten data from the database file and the WAL. A `VACUUM` takes seconds for a large database, so it has a thread of its
 * own, and lists are read meanwhile; the WAL is emptied in a thread of the database, while none of them reads. Waits for transactions of this process, but
 * for no other process.
 *
 * @param write no transaction of it begins meanwhile
 * @param connection the one of `write`
 * @throws if another process reads or writes now, or the disk is full. Nothing is lost then, and it can be called again.
 */
export async function eraseDeleted(
  write: Kysely<Schema>,
  connection: Connection,
  file: string,
): Promise<void> {
  // Kysely gives the connection only between transactions.
  await write.connection().execute(async () => {
    if (needsVacuum(connection)) await vacuumInThread(file)
    await databaseThreads.emptyLog(file)
  })
}

async function vacuumInThread(file: string): Promise<void> {
  const worker = new Worker(VACUUM_WORKER, { workerData: file })
  // An error before the message is thrown below. Later ones must not end the process.
  worker.on('error', () => {})
  await once(worker, 'message')
}
