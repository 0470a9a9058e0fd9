import type { Runner } from 'graphile-worker'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import type { Locks, Release } from '#server/infrastructure/database/locks.ts'
import { jobsPool } from '#server/infrastructure/database/postgres/postgres-jobs.ts'
import { type JobKind, type JobServices, keyOf } from './job-kind.ts'
import { FAILED_KEPT_MS, type JobCounts, type Jobs } from './jobs.ts'
import { Pauses } from './pauses.ts'
import { startRunner } from './start-runner.ts'

/** Pause before restarting a runner that has ended by itself, as in an outage of PostgreSQL, in milliseconds. */
const RESTART_MS = 1000
/** Interval of searches for abandoned jobs, in milliseconds. */
const LOOK_EVERY_MS = 5000

/** Jobs in the schema of graphile-worker. Every process of the database runs some of them. */
export class JobsInPostgres implements Jobs {
  readonly #kinds: readonly JobKind[]
  readonly #locks: Locks
  readonly #log: Logger
  readonly #pool: ReturnType<typeof jobsPool>
  readonly #pauses = new Pauses()
  readonly #runners = new Set<Runner>()
  #loops: Promise<void>[] = []
  #isClosing = false

  constructor(url: string, locks: Locks, kinds: readonly JobKind[], log: Logger) {
    this.#kinds = kinds
    this.#locks = locks
    this.#log = log
    this.#pool = jobsPool(url, kinds.length + 1)
  }

  async add<Payload>(transaction: Writer, kind: JobKind<Payload>, payload: Payload): Promise<void> {
    await sql`select graphile_worker.add_job(${kind.name}, ${JSON.stringify(payload)}::json,
      queue_name => ${kind.queue?.(payload) ?? null}::text, priority => ${kind.priority?.(payload) ?? 0}::integer,
      job_key => ${keyOf(kind, payload)}, max_attempts => ${kind.maxAttempts}::integer)`.execute(transaction)
  }

  start(services: JobServices): void {
    this.#loops = [
      ...this.#kinds.map((kind) => this.#keepRunning(services, kind)),
      this.#keepUnlocking(),
    ].map(awaitedLater)
  }

  async count(): Promise<JobCounts> {
    const { rows } = await this.#pool.query<JobCounts>(
      `select count(*) filter (where attempts < max_attempts)::integer as waiting,
              count(*) filter (where attempts >= max_attempts)::integer as failed
       from graphile_worker.jobs where locked_at is null`,
    )
    return rows[0] as JobCounts
  }

  async deleteOldFailed(now = Date.now()): Promise<void> {
    await this.#pool.query(
      `select graphile_worker.complete_jobs(array(
         select id::bigint from graphile_worker.jobs
         where locked_at is null and attempts >= max_attempts and run_at < $1))`,
      [new Date(now - FAILED_KEPT_MS)],
    )
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#pauses.end()
    for (const runner of this.#runners) stop(runner)
    await Promise.all(this.#loops)
    await this.#pool.end()
  }

  async #keepRunning(services: JobServices, kind: JobKind): Promise<void> {
    while (!this.#isClosing) {
      const { changes } = this.#pauses
      await this.#runUntilEnd(services, kind).catch((error) =>
        this.#log.warn({ err: error }, 'jobs are paused until PostgreSQL answers again'),
      )
      await this.#pauses.pause(changes, Date.now() + RESTART_MS)
    }
  }

  /** Each runner holds a lock, which tells other processes that its jobs are in progress. Without the lock, it ends. */
  async #runUntilEnd(services: JobServices, kind: JobKind): Promise<void> {
    let runner: Runner | undefined
    let holding: Promise<Release | undefined> | undefined
    let isLost = false
    const end = () => {
      isLost = true
      if (runner) stop(runner)
      return undefined
    }
    const lock = async (id: string) => {
      holding ??= this.#locks.acquire(lockOf(id), 0, end).catch(end)
      await holding
    }
    runner = await startRunner(this.#pool, services, kind, lock, () => this.#isClosing)
    this.#runners.add(runner)
    if (this.#isClosing || isLost) stop(runner)
    try {
      await runner.promise
    } finally {
      this.#runners.delete(runner)
      const release = await holding
      await release?.()
    }
  }

  async #keepUnlocking(): Promise<void> {
    while (!this.#isClosing) {
      const { changes } = this.#pauses
      await this.#unlockAbandoned().catch((error) =>
        this.#log.info({ err: error }, 'could not look for abandoned jobs'),
      )
      await this.#pauses.pause(changes, Date.now() + LOOK_EVERY_MS)
    }
  }

  /** Releases the jobs of killed or disconnected processes. graphile-worker itself would wait four hours. */
  async #unlockAbandoned(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'select distinct locked_by as id from graphile_worker.jobs where locked_by is not null',
    )
    for (const { id } of rows) {
      const release = await this.#locks.acquire(lockOf(id), 0, () => {})
      if (!release) continue
      try {
        await this.#pool.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
        this.#log.warn('a process ended during a job, which may run again')
      } finally {
        await release()
      }
    }
  }
}

function lockOf(runner: string): string {
  return `jobs of ${runner}`
}

function stop(runner: Runner): void {
  // It throws if the runner is about to end.
  runner.stop().catch(() => {})
}
