/** Tells `ok`, or the first damage that is found in the database whose path it is given. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { isDatabaseDamage } from './database-errors.ts'

// Of this thread alone: whoever waits for an answer of the server goes first.
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
