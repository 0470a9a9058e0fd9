import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { type Answer, NEXT_PART, type Part, type Request } from './messages.ts'

const WORKER = join(import.meta.dirname, 'database-thread-worker.ts')

const THREADS = 2

interface Job {
  request: Request
  /** The waiting user; undefined for a job of one thread. */
  userId: number | undefined
  /** The required thread; undefined for any. */
  thread: Thread | undefined
  signal: AbortSignal | undefined
  rows: object[]
  resolve: (rows: object[]) => void
  reject: (error: unknown) => void
}

/** A thread that runs one job after the other. */
class Thread {
  readonly #onIdle: () => void
  #worker: Worker | undefined
  #current: Job | undefined

  /** @param onIdle called at the end of a job */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
  }

  /** Its current job, if any. */
  get job(): Job | undefined {
    return this.#current
  }

  /** True if it may have open connections. */
  get hasBegun(): boolean {
    return this.#worker !== undefined
  }

  /** Starts it, so that its first job does not wait for that. */
  prepare(): Worker {
    if (this.#worker) return this.#worker
    this.#worker = this.#start()
    // The thread keeps the process alive only while a caller waits for it.
    this.#worker.unref()
    return this.#worker
  }

  /** Only while idle. */
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
 * Threads for long reads of SQLite, which blocks until it has the last row. All databases of the process share them, from the first request
 * on. `readFor` of `Database` reads long lists here.
 *
 * Only one statement of a user is read at a time, which leaves a thread to the others.
 */
class DatabaseThreads {
  /** In order of arrival. `RequestSlots` limits a user's entries. */
  readonly #waiting: Job[] = []
  readonly #threads = Array.from({ length: THREADS }, () => new Thread(() => this.#begin()))

  /** @param signal drops waiting reads when it aborts @throws the error of SQLite; ApiError as `refuseIfGone` */
  read(
    file: string,
    userId: number,
    { sql, parameters }: CompiledQuery,
    signal: AbortSignal | undefined,
  ): Promise<object[]> {
    for (const thread of this.#threads) thread.prepare()
    return this.#ask({ request: { file, work: 'read', sql, parameters }, userId, thread: undefined, signal })
  }

  /** Closes the connections to the database. */
  async close(file: string): Promise<void> {
    const begun = this.#threads.filter((thread) => thread.hasBegun)
    const request: Request = { file, work: 'close' }
    await Promise.all(
      begun.map((thread) => this.#ask({ request, userId: undefined, thread, signal: undefined })),
    )
  }

  #ask(asked: Pick<Job, 'request' | 'userId' | 'thread' | 'signal'>): Promise<object[]> {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    this.#waiting.push({ ...asked, rows: [], resolve, reject })
    this.#begin()
    return promise
  }

  #begin(): void {
    for (let index = 0; index < this.#waiting.length; ) {
      const idle = this.#threads.filter(({ job }) => job === undefined)
      if (idle.length === 0) return
      const job = this.#waiting[index] as Job
      const thread = job.thread ? idle.find((one) => one === job.thread) : idle[0]
      if (!thread || this.#reads(job.userId)) {
        index += 1
        continue
      }
      this.#waiting.splice(index, 1)
      try {
        refuseIfGone(job.signal)
        thread.run(job)
      } catch (error) {
        job.reject(error)
      }
    }
  }

  /** True if a statement of this user is running. */
  #reads(userId: number | undefined): boolean {
    return userId !== undefined && this.#threads.some(({ job }) => job?.userId === userId)
  }
}

export const databaseThreads = new DatabaseThreads()

/**
 * Every row is a copy of an empty one and gets no further property. V8 turns an object with more than a dozen computed properties into a
 * hash table, and copying it then takes 40 times as long: 40 ms for 10,000 turbines.
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
