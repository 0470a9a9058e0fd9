import { sql } from 'kysely'
import type { Logger } from 'pino'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import {
  type Database,
  NO_COMPANY,
  type Reader,
  type Writer,
} from '#server/infrastructure/database/database.ts'
import { AWAY_PAUSE_MS, AwayError } from './away.ts'
import { type JobKind, type JobServices, keyOf } from './job-kind.ts'
import { FAILED_KEPT_MS, type JobCounts, type Jobs } from './jobs.ts'
import { Pauses } from './pauses.ts'
import { type BegunJob, runJob } from './run-job.ts'

/** Pause if the job table cannot be read or written, as on a full disk, in milliseconds. */
const AFTER_ERROR_MS = 5000

/** The pauses grow up to this attempt. */
const PAUSES_COUNTED = 10

interface TakenJob extends BegunJob {
  key: string
  queue: string | null
}

/** Jobs in the table `job`, run by the only process of an SQLite database. */
export class JobsInProcess implements Jobs {
  readonly #db: Pick<Database, 'read' | 'write' | 'concern'>
  readonly #kinds: readonly JobKind[]
  readonly #log: Logger
  /** The keys of the running jobs, with their queues. */
  readonly #running = new Map<string, string | null>()
  readonly #pauses = new Pauses()
  #loops: Promise<void>[] = []
  #isClosing = false

  constructor(db: Pick<Database, 'read' | 'write' | 'concern'>, kinds: readonly JobKind[], log: Logger) {
    this.#db = db
    this.#kinds = kinds
    this.#log = log
  }

  async add<Payload>(transaction: Writer, kind: JobKind<Payload>, payload: Payload): Promise<void> {
    const job = {
      kind: kind.name,
      payload: JSON.stringify(payload),
      queue: kind.queue?.(payload) ?? null,
      priority: kind.priority?.(payload) ?? 0,
      attempts: 0,
      max_attempts: kind.maxAttempts,
      run_at: Date.now(),
      last_error: null,
    }
    await transaction
      .insertInto('job')
      .values({ key: keyOf(kind, payload), ...job })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(job))
      .execute()
    // Taking a job needs this transaction's connection, so it waits for the commit.
    this.#pauses.end()
  }

  start(services: JobServices): void {
    this.#loops = this.#kinds
      .flatMap((kind) => Array.from({ length: kind.atOnce }, () => this.#work(services, kind)))
      .map(awaitedLater)
  }

  async count(): Promise<JobCounts> {
    return this.#db.read
      .selectFrom('job')
      .where('key', 'not in', [...this.#running.keys()])
      .select([
        sql<number>`count(*) filter (where attempts < max_attempts)`.as('waiting'),
        sql<number>`count(*) filter (where attempts = max_attempts)`.as('failed'),
      ])
      .executeTakeFirstOrThrow()
  }

  async deleteOldFailed(now = Date.now()): Promise<void> {
    await this.#db.write
      .deleteFrom('job')
      .whereRef('attempts', '=', 'max_attempts')
      .where('key', 'not in', [...this.#running.keys()])
      .where('run_at', '<', now - FAILED_KEPT_MS)
      .execute()
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#pauses.end()
    await Promise.all(this.#loops)
  }

  async #work(services: JobServices, kind: JobKind): Promise<void> {
    while (!this.#isClosing) {
      const { changes } = this.#pauses
      try {
        const job = await this.#take(kind)
        if (job) await this.#run(services, kind, job)
        else await this.#pauses.pause(changes, await this.#nextAt(kind))
      } catch (error) {
        this.#log.warn({ err: error }, 'the jobs cannot be read or written')
        await this.#pauses.pause(this.#pauses.changes, Date.now() + AFTER_ERROR_MS)
      }
    }
  }

  /** The attempt counts before it begins, which bounds the retries of a job that ends the process. */
  async #take(kind: JobKind): Promise<TakenJob | undefined> {
    let taken: string | undefined
    try {
      return await this.#change(async (transaction) => {
        const now = Date.now()
        const row = await this.#next(transaction, kind, now).executeTakeFirst()
        if (!row || dueAt(row, now) > now || this.#isClosing) return undefined
        const { key, payload, queue } = row
        const attempt = row.attempts + 1
        await transaction
          .updateTable('job')
          .set({ attempts: attempt, run_at: now + pauseAfter(attempt) })
          .where('key', '=', key)
          .execute()
        // In the transaction, so that no other loop takes a job of this queue after it.
        this.#running.set(key, queue)
        taken = key
        return { key, queue, payload: JSON.parse(payload), attempt }
      })
    } catch (error) {
      // A job that was not taken must not block its queue, such as on a full disk.
      if (taken !== undefined) this.#running.delete(taken)
      throw error
    }
  }

  /** When the next job is due, in milliseconds since 1970. */
  async #nextAt(kind: JobKind): Promise<number> {
    const now = Date.now()
    const row = await this.#next(this.#db.read, kind, now).executeTakeFirst()
    return row ? dueAt(row, now) : Number.POSITIVE_INFINITY
  }

  #next(db: Reader, kind: JobKind, now: number) {
    const queues = [...this.#running.values()].filter((queue) => queue !== null)
    return (
      db
        .selectFrom('job')
        .select(['key', 'payload', 'queue', 'attempts', 'run_at'])
        .where('kind', '=', kind.name)
        .whereRef('attempts', '<', 'max_attempts')
        .where('key', 'not in', [...this.#running.keys()])
        .where(({ eb, or }) => or([eb('queue', 'is', null), eb('queue', 'not in', queues)]))
        // A time beyond any pause was stored while the clock was ahead, and must not wait behind all others.
        .orderBy(({ eb, ref, between }) =>
          eb
            .case()
            .when(between('run_at', now + 1, now + pauseAfter(PAUSES_COUNTED)))
            .then(ref('run_at'))
            .else(0)
            .end(),
        )
        .orderBy('priority')
        .orderBy('run_at')
        .limit(1)
    )
  }

  async #run(services: JobServices, kind: JobKind, job: TakenJob): Promise<void> {
    try {
      const failure = await runJob(services, kind, job).then(
        () => undefined,
        (error: unknown) => error ?? new Error('Failed without a reason.'),
      )
      if (failure === undefined) await this.#delete(job)
      else await this.#keepFailure(job, failure)
    } finally {
      this.#running.delete(job.key)
      // A job of the same queue may be due now, and another loop may wait for it.
      if (job.queue !== null) this.#pauses.end()
    }
  }

  /** A job added again while it ran has no attempts, and stays. */
  async #delete({ key }: TakenJob): Promise<void> {
    await this.#change((transaction) =>
      transaction.deleteFrom('job').where('key', '=', key).where('attempts', '>', 0).execute(),
    )
  }

  async #keepFailure({ key, attempt }: TakenJob, failure: unknown): Promise<void> {
    const isAway = failure instanceof AwayError
    await this.#change((transaction) =>
      transaction
        .updateTable('job')
        .set({
          last_error: String(failure),
          run_at: Date.now() + (isAway ? AWAY_PAUSE_MS : pauseAfter(attempt)),
          ...(isAway && { attempts: attempt - 1 }),
        })
        .where('key', '=', key)
        .where('attempts', '>', 0)
        .execute(),
    )
  }

  /** Invisible to users. */
  #change<Result>(work: (transaction: Writer) => Promise<Result>): Promise<Result> {
    return this.#db.write.transaction().execute((transaction) => {
      this.#db.concern(NO_COMPANY)
      return work(transaction)
    })
  }
}

/** When a job is due: now, if its time was stored while the clock was ahead, because no pause is that long. */
function dueAt({ attempts, run_at }: { attempts: number; run_at: number }, now: number): number {
  return run_at > now + Math.max(AWAY_PAUSE_MS, pauseAfter(attempts)) ? now : run_at
}

/** The pause after an attempt, in milliseconds, as in graphile-worker: 2.7, 7.4, 20, 55 s and so on. */
function pauseAfter(attempt: number): number {
  return Math.round(Math.exp(Math.min(attempt, PAUSES_COUNTED)) * 1000)
}
