import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { FairQueue } from '#server/infrastructure/fair-queue.ts'
import type { Asker, WorkOrder } from '#server/infrastructure/work-order.ts'
import { type Answer, NEXT_PART, type Part, type Request } from './messages.ts'

const WORKER = join(import.meta.dirname, 'database-thread-worker.ts')

/**
 * One statement runs at a time, and a second one of a user of whom none runs: nobody waits for the long list of one other user. What the server itself reads does
 * not keep users waiting for longer than one statement.
 */
const SLOTS = { now: { shared: 1, spare: 1 }, soon: { shared: 1, spare: 0 }, later: { shared: 1, spare: 0 } }
/** How many statements of one user wait. A page of the panel asks for about ten lists at once. */
const WAITING_MAX = 50
const THREADS = 2

interface Job {
  request: Request
  rows: object[]
  resolve: (rows: object[]) => void
  reject: (error: unknown) => void
}

/** A thread that does one job after the other. */
class Thread {
  readonly #onIdle: () => void
  #worker: Worker | undefined
  #current: Job | undefined

  /** @param onIdle called when a job has ended */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
  }

  /** What it does now; undefined if it has no job. */
  get request(): Request | undefined {
    return this.#current?.request
  }

  /** True if it may have open connections. */
  get hasBegun(): boolean {
    return this.#worker !== undefined
  }

  /** Starts it, so that its first job need not wait for that. */
  prepare(): Worker {
    if (this.#worker) return this.#worker
    this.#worker = this.#start()
    // The thread keeps the process alive only as long as somebody waits for it.
    this.#worker.unref()
    return this.#worker
  }

  /** Only while it has no job. */
  run(job: Job): void {
    this.#current = job
    const worker = this.prepare()
    worker.ref()
    worker.postMessage(job.request)
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
    this.#worker?.unref()
    if (job) settle(job)
    this.#onIdle()
  }
}

/**
 * Threads that do what takes long in a database of SQLite, which knows no waiting: it works until it has the last row. They are there for all
 * databases of the process, from the first request on. A long list is read by `readFor` of `Database`.
 */
class DatabaseThreads {
  readonly #reads = new FairQueue(SLOTS, WAITING_MAX)
  /** What is done next: reads whose turn it is, and what changes wait for. */
  readonly #waiting: { job: Job; thread: Thread | undefined }[] = []
  readonly #threads = Array.from({ length: THREADS }, () => new Thread(() => this.#begin()))

  /** @throws ApiError `too_many_requests` if too much of the user waits */
  refuseIfFull(asker: Asker): void {
    this.#reads.refuseIfFull(asker)
  }

  /** @throws the error of SQLite; ApiError `too_many_requests` */
  read(file: string, order: WorkOrder, sql: string, parameters: readonly unknown[]): Promise<object[]> {
    for (const thread of this.#threads) thread.prepare()
    return this.#reads.run(order, () => this.#ask({ file, work: 'read', sql, parameters }))
  }

  /** Writes the WAL back into the database file and empties it. Meanwhile no thread reads: a reader would need the WAL. @throws as `emptyLogNow` */
  async emptyLog(file: string): Promise<void> {
    await this.#ask({ file, work: 'empty log' })
  }

  /** Closes the connections to the database. */
  async close(file: string): Promise<void> {
    const begun = this.#threads.filter((thread) => thread.hasBegun)
    await Promise.all(begun.map((thread) => this.#ask({ file, work: 'close' }, thread)))
  }

  /** @param thread the one that does it; undefined for any */
  #ask(request: Request, thread?: Thread): Promise<object[]> {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    this.#waiting.push({ job: { request, rows: [], resolve, reject }, thread })
    this.#begin()
    return promise
  }

  /** Jobs begin in their order. What is no read is done alone. */
  #begin(): void {
    for (;;) {
      const [next] = this.#waiting
      const running = this.#threads.flatMap(({ request }) => request ?? [])
      if (!next || running.some(isAlone) || (isAlone(next.job.request) && running.length > 0)) return
      const thread = next.thread ?? this.#threads.find(({ request }) => request === undefined)
      if (!thread) return
      this.#waiting.shift()
      thread.run(next.job)
    }
  }
}

export const databaseThreads = new DatabaseThreads()

function isAlone({ work }: Request): boolean {
  return work !== 'read'
}

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
