import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { type Asker, FairQueue, type WorkOrder } from '#server/infrastructure/fair-queue.ts'
import { type Answer, NEXT_PART, type Part, type Request } from './messages.ts'

const WORKER = join(import.meta.dirname, 'database-thread-worker.ts')

/** One statement runs at a time. What the server itself reads does not keep users waiting for longer than one statement. */
const SLOTS = { now: { shared: 1, spare: 0 }, soon: { shared: 1, spare: 0 }, later: { shared: 1, spare: 0 } }
/** How many statements of one user wait. A page of the panel asks for about ten lists at once. */
const WAITING_MAX = 50

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
  readonly #reads = new FairQueue(SLOTS, WAITING_MAX)
  /** What the thread does next: reads whose turn it is, and what changes wait for. */
  readonly #waiting: Job[] = []
  #worker: Worker | undefined
  #current: Job | undefined

  /** @throws ApiError `too_many_requests` if too much of the user waits */
  refuseIfFull(asker: Asker): void {
    this.#reads.refuseIfFull(asker)
  }

  /** @throws the error of SQLite; ApiError `too_many_requests` */
  read(file: string, order: WorkOrder, sql: string, parameters: readonly unknown[]): Promise<object[]> {
    return this.#reads.run(order, () => this.#ask({ file, work: 'read', sql, parameters }))
  }

  /** Writes the WAL back into the database file and empties it. @throws as `emptyLogNow` */
  async emptyLog(file: string): Promise<void> {
    await this.#ask({ file, work: 'empty log' })
  }

  /** Closes the connections to the database. */
  async close(file: string): Promise<void> {
    if (this.#worker) await this.#ask({ file, work: 'close' })
  }

  #ask(request: Request): Promise<object[]> {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    this.#waiting.push({ request, rows: [], resolve, reject })
    this.#begin()
    return promise
  }

  #begin(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
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

/**
 * Every row is a copy of an empty one and gets no further property. An object that gets more than a dozen properties by computed names becomes a hash
 * table in V8, and whatever copies it later takes 40 times as long: 40 ms for 10,000 turbines.
 */
function objectsOf({ columns, rows }: Part): object[] {
  // Objects of the JSON parser are no hash tables.
  const empty: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(columns.map((column) => [column, null]))),
  )
  return rows.map((values) => {
    const row = { ...empty }
    for (const [index, column] of columns.entries()) row[column] = values[index]
    return row
  })
}
