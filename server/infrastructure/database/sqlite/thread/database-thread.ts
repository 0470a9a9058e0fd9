import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { Turns } from '#server/infrastructure/turns.ts'
import { type Answer, NEXT_PART, type Part, type Request } from './messages.ts'

const WORKER = join(import.meta.dirname, 'database-thread-worker.ts')

/** What comes before all that users ask for: it is short, and a change waits for it. */
const FIRST = 'first'

interface Job {
  request: Request
  rows: object[]
  resolve: (rows: object[]) => void
  reject: (error: unknown) => void
}

/**
 * A thread that does what takes long in a database of SQLite, which knows no waiting: it works until it has the last row. There is one for all
 * databases of the process. It begins with the first request. A long list is read by `readFor` of `Database`.
 */
class DatabaseThread {
  readonly #waiting = new Turns<Job>()
  #worker: Worker | undefined
  #current: Job | undefined

  /** @param owner who waits for it; owners take turns @throws the error of SQLite */
  read(file: string, owner: string, sql: string, parameters: readonly unknown[]): Promise<object[]> {
    return this.#ask(owner, { file, work: 'read', sql, parameters })
  }

  /** Removes deleted data from the files of the database. @throws as `eraseNow` */
  async erase(file: string): Promise<void> {
    await this.#ask(FIRST, { file, work: 'erase' })
  }

  /** Writes the WAL back into the database file and empties it. @throws as `emptyLogNow` */
  async emptyLog(file: string): Promise<void> {
    await this.#ask(FIRST, { file, work: 'empty log' })
  }

  /** Closes the connections to the database. */
  async close(file: string): Promise<void> {
    if (this.#worker) await this.#ask(FIRST, { file, work: 'close' })
  }

  #ask(owner: string, request: Request): Promise<object[]> {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    this.#waiting.add(owner, { request, rows: [], resolve, reject })
    this.#begin()
    return promise
  }

  #begin(): void {
    if (this.#current) return
    this.#current = this.#waiting.take(FIRST)
    // The thread keeps the process alive only as long as somebody waits for it.
    if (!this.#current) {
      this.#worker?.unref()
      return
    }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(this.#current.request)
  }

  #start(): Worker {
    const worker = new Worker(WORKER)
    worker.on('message', (answer: Answer) => this.#take(worker, answer))
    const end = (error: Error) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#end((job) => job.reject(error))
    }
    worker.on('error', end)
    worker.on('exit', () => end(new Error('The thread of the database has ended.')))
    return worker
  }

  #take(worker: Worker, answer: Answer): void {
    if ('failure' in answer) {
      const { message, code } = answer.failure
      const error = code === undefined ? new Error(message) : new SQLite.SqliteError(message, code)
      this.#end((job) => job.reject(error))
      return
    }
    for (const row of objectsOf(answer)) this.#current?.rows.push(row)
    if (answer.isLast) this.#end((job) => job.resolve(job.rows))
    else worker.postMessage(NEXT_PART)
  }

  #end(settle: (job: Job) => void): void {
    const job = this.#current
    this.#current = undefined
    if (job) settle(job)
    this.#begin()
  }
}

export const databaseThread = new DatabaseThread()

function objectsOf({ columns, rows }: Part): object[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) row[column] = values[index]
    return row
  })
}
