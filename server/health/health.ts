import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import { isDatabaseDamage } from '#server/database/database-errors.ts'
import { isStorageFull } from '#server/database/storage-full.ts'
import { probeWriting } from '#server/disk/full-disk.ts'
import { type Reserve, refuseWithoutReserve } from '#server/disk/reserve.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { FileStore } from '#server/store/file-store.ts'
import { FolderIdentity } from './folder-identity.ts'

/** What can fail, each with the name of its check in the answer. */
const CHECKS = {
  folder: 'data_folder',
  space: 'disk_space',
  reading: 'database',
  damage: 'database',
  bucket: 'bucket',
  installation: 'installation',
  sweep: 'sweep',
} as const
type Problem = keyof typeof CHECKS
type Check = (typeof CHECKS)[Problem]

/** What needs the operator, while the server can do all its work. A balancer must not take it out of service for these. */
export const WARNINGS = ['installation', 'sweep'] as const
type Warning = (typeof WARNINGS)[number]

/** The shortest time between two checks of folder and space, in milliseconds. */
const CHECK_EVERY_MS = 3000
/** If a check takes longer, in milliseconds, it fails. */
const CHECK_TIMEOUT_MS = 5000
/** If the bucket takes longer to answer, in milliseconds, its check fails. It is less, so that a bucket does not look like a failing disk. */
const BUCKET_TIMEOUT_MS = 4000

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
}

interface InstallationSubject {
  /** Why the files do not belong to the database. */
  checkAgain(): Promise<Error | undefined>
  /** The number of files that the last sweep has left, because they are suspiciously many. */
  refusedFiles(): Promise<number>
}

/** Checks whether the data folder can be written and read, whether the bucket answers, and whether the files belong to the database. Each failure is logged once, when it begins. */
export class Health {
  readonly #subjects: Subjects
  readonly #folder: FolderIdentity
  readonly #checks
  readonly #causes = new Map<Problem, unknown>()
  #pending: Promise<void> | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  private constructor(subjects: Subjects, folder: FolderIdentity) {
    this.#subjects = subjects
    this.#folder = folder
    this.#checks = subjects.metrics.addGauge(
      'kanat_check_success',
      'Result of a check of /api/health: 1 if it succeeds, else 0.',
      ['check'],
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
      this.#pending ??= this.#checkAll().finally(() => {
        this.#pending = undefined
        this.#checkedAt = performance.now()
      })
      await this.#withTimeout(this.#pending)
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

  async #withTimeout(check: Promise<void>): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#report('folder', new Error('the data folder does not answer'))
      late.resolve()
    }, CHECK_TIMEOUT_MS)
    await Promise.race([check, late.promise])
    clearTimeout(timer)
  }

  async #checkAll(): Promise<void> {
    await Promise.all([this.#checkDataFolder(), this.#checkBucket(), this.checkInstallation()])
  }

  async #checkBucket(): Promise<void> {
    const { bucket } = this.#subjects
    if (bucket) this.#report('bucket', await causeOf(bucket.probe(BUCKET_TIMEOUT_MS)))
  }

  async #checkDataFolder(): Promise<void> {
    const { dataDir, db, reserve } = this.#subjects
    const row = db.read.selectFrom('company').select('id').limit(1).execute()
    this.#report('reading', await causeOf(row))

    const cause = (await causeOf(this.#folder.expectSame())) ?? (await probeWriting(dataDir, false))
    this.#report('folder', isStorageFull(cause) ? undefined : cause)
    if (isStorageFull(cause)) return this.#report('space', cause)
    await reserve.fill()
    this.#report('space', await causeOf(async () => refuseWithoutReserve(reserve)))
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
async function causeOf(work: Promise<unknown> | (() => Promise<unknown>)): Promise<unknown> {
  try {
    await (typeof work === 'function' ? work() : work)
    return undefined
  } catch (error) {
    return error
  }
}

function isWarning(check: Check): check is Warning {
  return WARNINGS.some((warning) => warning === check)
}
