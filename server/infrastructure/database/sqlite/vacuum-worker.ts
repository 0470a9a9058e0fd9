/** A worker thread that writes the database at the given path again, without bytes of deleted rows. Its message is `done`. */
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { vacuum } from './erase-now.ts'

const database = new SQLite(String(workerData), { fileMustExist: true })
try {
  vacuum(database)
} finally {
  database.close()
}
parentPort?.postMessage('done')
