/** A worker thread that erases deleted data from the database at the given path. Its message is `done`. */
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { eraseNow } from './erase-now.ts'

const { file, isComplete } = workerData as { file: string; isComplete: boolean }
const database = new SQLite(file, { fileMustExist: true })
try {
  eraseNow(database, isComplete)
} finally {
  database.close()
}
parentPort?.postMessage('done')
