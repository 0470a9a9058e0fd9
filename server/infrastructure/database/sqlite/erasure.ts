import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

const ERASURE_WORKER = join(import.meta.dirname, 'erasure-worker.ts')

/**
 * Makes the next `eraseDeleted` run a `VACUUM`, which rewrites the database. `secure_delete` alone overwrites a deleted row, but not its
 * copies in unused parts of pages that SQLite rearranged. No effect on PostgreSQL, which frees the space of deleted rows itself.
 */
export async function requestCompleteErasure(transaction: Kysely<Schema>): Promise<void> {
  if (isPostgres(transaction)) return
  await sql`pragma user_version = 0`.execute(transaction)
}

/**
 * Erases deleted and overwritten data from the database file and the WAL, in a separate thread: a `VACUUM` takes seconds for a large
 * database. Lists are read meanwhile.
 *
 * @param write no transaction of it begins meanwhile
 * @param isComplete false to empty the WAL only
 * @throws if another process reads or writes, or space is too low. Nothing is lost then, and a retry is possible.
 */
export async function eraseDeleted(write: Kysely<Schema>, file: string, isComplete: boolean): Promise<void> {
  // Kysely gives the connection only between transactions.
  await write.connection().execute(async () => {
    const worker = new Worker(ERASURE_WORKER, { workerData: { file, isComplete } })
    await once(worker, 'message')
  })
}
