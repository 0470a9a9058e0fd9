import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SqliteError } from 'better-sqlite3'

const WORKER = join(import.meta.dirname, 'quick-check-worker.ts')

/** True when the error says that the database file is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

/**
 * Looks for damage in the database of the folder, in a thread of its own: it reads the whole file at once, which takes
 * seconds for a large one.
 *
 * @returns what is damaged, undefined where nothing is. @throws when it could not be looked at.
 */
export async function findDamage(dataDir: string): Promise<Error | undefined> {
  const worker = new Worker(WORKER, { workerData: join(dataDir, 'kanat.db') })
  // The process does not live on for it.
  worker.unref()
  const [found] = await once(worker, 'message')
  return found === 'ok' ? undefined : new Error(`the database is damaged: ${found}`)
}
