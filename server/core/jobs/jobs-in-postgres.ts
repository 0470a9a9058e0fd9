import type { Runner } from 'graphile-worker'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Services } from '#server/core/env.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Database, Writer } from '#server/infrastructure/database/database.ts'
import { jobsPool } from '#server/infrastructure/database/postgres/postgres-jobs.ts'
import { AWAY, AWAY_PAUSE_MS } from './away.ts'
import { type JobKind, keyOf } from './job-kind.ts'
import { FAILED_KEPT_MS, type JobCounts, type Jobs } from './jobs.ts'
import { Pauses } from './pauses.ts'
import { RunnerLocks } from './runner-locks.ts'
import { startRunner } from './start-runner.ts'

/** How long until a runner that has ended by itself starts again, in milliseconds. It ends if PostgreSQL was away. */
const RESTART_MS = 1000
/** How often to look for jobs that a process has begun and cannot finish any more, in milliseconds. */
const LOOK_EVERY_MS = 5000
const AWAY_PAUSE_S = AWAY_PAUSE_MS / 1000

/** Jobs in the schema of graphile-worker. Every process of the database runs some of them. */
export class JobsInPostgres implements Jobs {
  readonly #kinds: readonly JobKind[]
  readonly #locks: RunnerLocks
  readonly #log: Logger
  readonly #pool: ReturnType<typeof jobsPool>
  readonly #pauses = new Pauses()
  readonly #runners = new Set<Runner>()
  #loops: Promise<void>[] = []
  #isClosing = false

  constructor(
    url: string,
    { locks, watch }: Pick<Database, 'locks' | 'watch'>,
    kinds: readonly JobKind[],
    log: Logger,
  ) {
    this.#kinds = kinds
    this.#locks = new RunnerLocks(locks)
    this.#log = log
    this.#pool = jobsPool(url, kinds.length + 1, watch)
  }

  async add<Payload>(transaction: Writer, kind: JobKind<Payload>, payload: Payload): Promise<void> {
    await sql`select graphile_worker.add_job(${kind.name}, ${JSON.stringify(payload)}::json,
      queue_name => ${kind.queue?.(payload) ?? null}::text, priority => ${kind.priority?.(payload) ?? 0}::integer,
      job_key => ${keyOf(kind, payload)}, max_attempts => ${kind.maxAttempts}::integer)`.execute(transaction)
  }

  start(services: Services): void {
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

  async #keepRunning(services: Services, kind: JobKind): Promise<void> {
    while (!this.#isClosing) {
      const { changes } = this.#pauses
      await this.#runUntilEnd(services, kind).catch((error) =>
        this.#log.warn({ err: error }, 'no jobs run here until PostgreSQL answers again'),
      )
      await this.#pauses.pause(changes, Date.now() + RESTART_MS)
    }
  }

  async #runUntilEnd(services: Services, kind: JobKind): Promise<void> {
    let id: string | undefined
    const runner = await startRunner(this.#pool, services, kind, (begun) => {
      id = begun
      return this.#locks.hold(begun)
    })
    this.#runners.add(runner)
    if (this.#isClosing) stop(runner)
    try {
      await runner.promise
    } finally {
      this.#runners.delete(runner)
      if (id !== undefined) await this.#locks.release(id)
    }
  }

  async #keepUnlocking(): Promise<void> {
    while (!this.#isClosing) {
      const { changes } = this.#pauses
      await this.#unlockAbandoned().catch((error) =>
        this.#log.info({ err: error }, 'could not look for jobs that nobody runs'),
      )
      await this.#pauses.pause(changes, Date.now() + LOOK_EVERY_MS)
    }
  }

  /**
   * Lets the jobs run again whose process was killed or has lost its connection. graphile-worker itself would wait four hours. In the same
   * message, which an idle server sends again and again, lets the jobs run now whose time was stored while the clock of PostgreSQL was
   * ahead: no pause of graphile-worker is that long. And it takes back the attempts of jobs that needed what was away, whose pauses do not grow: those that are rescheduled already have exactly this pause.
   */
  async #unlockAbandoned(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string | null }>(
      `select distinct locked_by as id from graphile_worker.jobs where locked_by is not null
       union all
       select null from graphile_worker.reschedule_jobs(array(
         select id::bigint from graphile_worker.jobs
         where locked_at is null and attempts < max_attempts
         and run_at > now() + make_interval(secs => greatest(${AWAY_PAUSE_S}, exp(least(10, attempts))) + 1)),
         run_at => now())
       union all
       select null from (
         select attempts - 1 as attempts, array_agg(id::bigint) as ids from graphile_worker.jobs
         where locked_at is null and attempts > 0 and last_error like '${AWAY}%' 
         and run_at <> updated_at + make_interval(secs => ${AWAY_PAUSE_S})
         group by attempts
       ) away, graphile_worker.reschedule_jobs(
         away.ids, run_at => now() + make_interval(secs => ${AWAY_PAUSE_S}), attempts => away.attempts::integer)`,
    )
    for (const { id } of rows) {
      if (id === null) continue
      await this.#locks.ifAbandoned(id, async () => {
        await this.#pool.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
        this.#log.warn('a process has ended while it worked on a job, which may run again')
      })
    }
  }
}

function stop(runner: Runner): void {
  // It throws if the runner is already about to end.
  runner.stop().catch(() => {})
}
