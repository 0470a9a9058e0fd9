import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

const ERASURE_WORKER = join(import.meta.dirname, 'erasure-worker.ts')

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
 * Removes deleted and overwritten data from the database file and the WAL, in a thread of its own: a `VACUUM` takes seconds for a large database.
 * Lists are read meanwhile.
 *
 * @param write no transaction of it begins meanwhile
 * @param isComplete false to empty the WAL only
 * @throws if another process reads or writes now, or there is too little space. Nothing is lost then, and it can be called again.
 */
export async function eraseDeleted(write: Kysely<Schema>, file: string, isComplete: boolean): Promise<void> {
  // Kysely gives the connection only between transactions.
  await write.connection().execute(async () => {
    const worker = new Worker(ERASURE_WORKER, { workerData: { file, isComplete } })
    await once(worker, 'message')
  })
}
