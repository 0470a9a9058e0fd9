import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { databaseThread } from './thread/database-thread.ts'

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
 * Removes deleted and overwritten data from the database file and the WAL, in the thread of the database, because both take long for a large one.
 * Waits for transactions of this process, but for no other process.
 *
 * @param write no transaction of it begins meanwhile
 * @throws if another process reads or writes now, or the disk is full. Nothing is lost then, and it can be called again.
 */
export async function eraseDeleted(write: Kysely<Schema>, file: string): Promise<void> {
  // Kysely gives the connection only between transactions.
  await write.connection().execute(() => databaseThread.erase(file))
}
