/** A worker thread that checks the database at the given path. Its message is `ok` or the first damage. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { isDatabaseDamage } from '#server/infrastructure/database/database-errors.ts'

// A lower priority for this thread only, so that requests are answered first.
setPriority(10)
parentPort?.postMessage(firstDamage(String(workerData)))

function firstDamage(file: string): string {
  const database = new SQLite(file, { readonly: true })
  try {
    return String(database.pragma('quick_check(1)', { simple: true }))
  } catch (error) {
    if (isDatabaseDamage(error)) return error.message
    throw error
  } finally {
    database.close()
  }
}
