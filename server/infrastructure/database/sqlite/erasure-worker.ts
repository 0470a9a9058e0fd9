/** A worker thread that erases what was deleted from the database at the given path. Its message is `done`. */
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { eraseNow } from './erase-now.ts'

const database = new SQLite(String(workerData), { fileMustExist: true })
try {
  eraseNow(database)
} finally {
  database.close()
}
parentPort?.postMessage('done')
