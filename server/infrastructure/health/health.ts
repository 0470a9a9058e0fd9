import type { Logger } from 'pino'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Database } from '#server/infrastructure/database/database.ts'
import { isDatabaseDamage } from '#server/infrastructure/database/database-errors.ts'
import { storageFailureOf } from '#server/infrastructure/database/storage-failure.ts'
import { probeWriting } from '#server/infrastructure/disk/disk-errors.ts'
import { type Reserve, refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { withinOwnTime } from '#server/infrastructure/own-time.ts'
import type { FileStore } from '#server/infrastructure/store/file-store.ts'
import { FolderIdentity } from './folder-identity.ts'
import { loopDelay } from './loop-delay.ts'

/** What can fail, each with the name of its check in the answer. */
const CHECKS = {
  folder: 'data_folder',
  writing: 'disk_writable',
  space: 'disk_space',
  reading: 'database',
  damage: 'database',
  bucket: 'bucket',
  installation: 'installation',
  sweep: 'sweep',
  loop: 'event_loop',
} as const
type Problem = keyof typeof CHECKS
type Check = (typeof CHECKS)[Problem]

/** What needs the operator, while the server can do all its work. A balancer must not take it out of service for these. */
export const WARNINGS = ['installation', 'sweep', 'event_loop'] as const
type Warning = (typeof WARNINGS)[number]

/** The shortest time between two checks of the same thing, in milliseconds. */
const CHECK_EVERY_MS = 3000
/** An answer waits no longer for the checks, in milliseconds. For those that still run, it says what they found before. */
const ANSWER_MS = 850
/** If a check takes longer, in milliseconds, it fails. Each has its own time, so that none fails because another one is late. */
const CHECK_TIMEOUT_MS = 5000
/** The database answers something so short in this time, in milliseconds, unless it is away. */
const DATABASE_TIMEOUT_MS = 2500
/** The bucket is asked no longer than this, in milliseconds. */
const BUCKET_TIMEOUT_MS = 4000
/** The bucket is late if it takes so long, in milliseconds, and so many times longer than usual. */
const BUCKET_LATE_MS = 750
const BUCKET_LATE_FACTOR = 3
/** From this on, it is worth a warning that the event loop stood still, in milliseconds. */
const LOOP_LATE_MS = 1000

interface Subjects {
  dataDir: string
  /** Files and folders in the data folder that must not be replaced while the server runs. */
  parts: readonly string[]
  /** The files, if they are in a bucket. */
  bucket: FileStore | undefined
  installation: InstallationSubject
  db: Database
  reserve: Reserve
  metrics: Metrics
  log: Logger
  /** That of the configuration. */
  timeFactor: number
}

interface InstallationSubject {
  /** Why the files do not belong to the database. */
  checkAgain(): Promise<Error | undefined>
  /** The number of files that the last sweep has left, because they are suspiciously many. */
  refusedFiles(): Promise<number>
}

/**
 * Checks whether the data folder can be written, whether database and bucket answer, and whether the files belong to the database. Each failure is
 * logged once, when it begins.
 */
export class Health {
  readonly #subjects: Subjects
  readonly #folder: FolderIdentity
  readonly #checks
  readonly #causes = new Map<Problem, unknown>()
  /** The checks that have not ended, also those that are late. */
  readonly #running = new Map<Problem, Promise<unknown>>()
  /** How long the bucket took for its last answer, in milliseconds. */
  #usualBucketMs = 0
  #pending: Promise<void> | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  private constructor(subjects: Subjects, folder: FolderIdentity) {
    this.#subjects = subjects
    this.#folder = folder
    this.#checks = subjects.metrics.addGauge(
      'kanat_check_success',
      'Result of a check of /api/health: 1 if it succeeds, else 0.',
      ['check'],
      async () => void (await this.failing()),
    )
    for (const check of Object.values(CHECKS)) {
      if (check !== 'bucket' || subjects.bucket) this.#checks.set({ check }, 1)
    }
    subjects.db.onError((error) => {
      if (isDatabaseDamage(error)) this.#report('damage', error)
    })
  }

  /** From now on, the data folder and `parts` must stay the same. */
  static async open(subjects: Subjects): Promise<Health> {
    const health = new Health(subjects, await FolderIdentity.of(subjects.dataDir, subjects.parts))
    await health.checkInstallation()
    return health
  }

  /** The names of the failed checks because of which requests fail. */
  async failing(): Promise<Exclude<Check, Warning>[]> {
    if (performance.now() - this.#checkedAt > CHECK_EVERY_MS) {
      this.#pending ??= awaitedLater(
        this.#checkAll().finally(() => {
          this.#pending = undefined
          this.#checkedAt = performance.now()
        }),
      )
      await withinOwnTime(ANSWER_MS, this.#pending, () => undefined)
    }
    return this.#failed().filter((check) => !isWarning(check)) as Exclude<Check, Warning>[]
  }

  /** The names of the failed checks that need the operator, as of the last call of `failing`. */
  warnings(): Warning[] {
    return this.#failed().filter(isWarning)
  }

  #failed(): Check[] {
    return [...new Set([...this.#causes.keys()].map((problem) => CHECKS[problem]))]
  }

  /** Checks whether the files belong to the database, if they did not before, and what the last sweep has left. */
  async checkInstallation(): Promise<void> {
    const { installation } = this.#subjects
    this.#report('installation', await installation.checkAgain())
    const refused = await installation.refusedFiles().catch(() => undefined)
    if (refused === undefined) return
    this.#report(
      'sweep',
      refused > 0 ? new Error(`${refused} files without a row wait for: npm run sweep`) : undefined,
    )
  }

  /** Checks the whole database. This takes as long as reading all of it. */
  async checkDatabase(): Promise<void> {
    this.#report('damage', await this.#subjects.db.findDamage())
  }

  async #checkAll(): Promise<void> {
    this.#checkLoop()
    await Promise.all([
      this.#checkDatabase(),
      this.#checkDisk(),
      this.#checkBucket(),
      // It reports by itself. If it is late, the checks of database and bucket say so.
      this.#causeOf('installation', 'the files', () => this.checkInstallation()),
    ])
  }

  async #checkDatabase(): Promise<void> {
    const query = () => this.#subjects.db.read.selectFrom('company').select('id').limit(1).execute()
    await this.#checkOne('reading', 'the database', query, DATABASE_TIMEOUT_MS * this.#subjects.timeFactor)
  }

  async #checkOne(
    problem: Problem,
    subject: string,
    check: () => Promise<unknown>,
    ms?: number,
  ): Promise<void> {
    this.#report(problem, await this.#causeOf(problem, subject, check, ms))
  }

  #checkLoop(): void {
    const ms = loopDelay.takeLongest()
    const isLate = ms >= LOOP_LATE_MS
    this.#report('loop', isLate ? new Error(`the event loop stood still for ${ms} ms`) : undefined)
  }

  async #checkBucket(): Promise<void> {
    const { bucket, timeFactor } = this.#subjects
    if (!bucket) return
    const probe = async () => {
      const start = performance.now()
      await bucket.probe(BUCKET_TIMEOUT_MS * timeFactor)
      this.#usualBucketMs = performance.now() - start
    }
    const usualMs = Math.max(BUCKET_LATE_MS * timeFactor, BUCKET_LATE_FACTOR * this.#usualBucketMs)
    const late = Math.min(BUCKET_TIMEOUT_MS * timeFactor, usualMs)
    await this.#checkOne('bucket', 'the bucket', probe, late)
  }

  async #checkDisk(): Promise<void> {
    const { dataDir, reserve } = this.#subjects
    const cause = await this.#causeOf('folder', 'the data folder', async () => {
      await this.#folder.expectSame()
      const failure = await probeWriting(dataDir, false)
      if (failure !== undefined) throw failure
    })
    const failure = storageFailureOf(cause)
    this.#report('folder', failure === undefined ? cause : undefined)
    this.#report('writing', failure === 'storage_read_only' ? cause : undefined)
    if (failure === 'storage_full') this.#report('space', cause)
    if (cause !== undefined) return
    const completeReserve = async () => {
      await reserve.fill()
      refuseWithoutReserve(reserve)
    }
    this.#report('space', await this.#causeOf('space', 'the reserve of disk space', completeReserve))
  }

  /**
   * The error of a check, undefined if it succeeds in time. A late one does not begin again before it has ended: its connections and
   * threads are still in use.
   *
   * @param subject what is checked, for the log
   * @param ms its longest time. Time in which this process is busy does not count: then it is the event loop that is late.
   */
  async #causeOf(
    problem: Problem,
    subject: string,
    check: () => Promise<unknown>,
    ms = CHECK_TIMEOUT_MS * this.#subjects.timeFactor,
  ): Promise<unknown> {
    const running = this.#running.get(problem) ?? causeOf(check)
    this.#running.set(problem, running)
    const forget = () => this.#running.delete(problem)
    running.then(forget, forget)
    return withinOwnTime(ms, running, () => new Error(`${subject} has not answered in ${ms} ms`))
  }

  /** @param cause undefined if the check succeeds */
  #report(problem: Problem, cause: unknown): void {
    const { log } = this.#subjects
    const succeededBefore = !this.#causes.has(problem)
    if (cause === undefined) this.#causes.delete(problem)
    else this.#causes.set(problem, cause)
    const succeeds = cause === undefined
    if (succeeds === succeededBefore) return

    const check = CHECKS[problem]
    if (succeeds) log.info({ check }, 'a check succeeds again')
    else log.error({ check, err: cause }, 'a check fails')
    const failing = [...this.#causes.keys()].some((other) => CHECKS[other] === check)
    this.#checks.set({ check }, failing ? 0 : 1)
  }
}

/** The error of the work, undefined if it succeeds. */
async function causeOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error ?? new Error('the check failed without a reason')
  }
}

function isWarning(check: Check): check is Warning {
  return WARNINGS.some((warning) => warning === check)
}
