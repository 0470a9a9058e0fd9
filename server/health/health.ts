import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import { isDatabaseDamage } from '#server/database/database-errors.ts'
import { isStorageFull } from '#server/database/storage-full.ts'
import { probeWriting } from '#server/disk/full-disk.ts'
import { type Reserve, refuseWithoutReserve } from '#server/disk/reserve.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { FolderIdentity } from './folder-identity.ts'

/** What may be wrong, with the name that callers get to see. */
const CHECKS = {
  folder: 'data_folder',
  room: 'disk_space',
  reading: 'database',
  damage: 'database',
} as const
type Finding = keyof typeof CHECKS
type Check = (typeof CHECKS)[Finding]

/** Folder and room are looked at no more often than this, in milliseconds, however often somebody asks. */
const LOOK_EVERY_MS = 3000
/** A disk that takes longer to answer, in milliseconds, is not well. */
const LOOK_MAX_MS = 5000

interface Subjects {
  dataDir: string
  /** Files and folders in the data folder that must not be replaced while the server runs. */
  parts: readonly string[]
  db: Database
  reserve: Reserve
  metrics: Metrics
  log: Logger
}

/** Knows whether the data folder can be written and read. What is not well is logged once, when it begins. */
export class Health {
  readonly #subjects: Subjects
  readonly #folder: FolderIdentity
  readonly #checks
  readonly #causes = new Map<Finding, unknown>()
  #look: Promise<void> | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  private constructor(subjects: Subjects, folder: FolderIdentity) {
    this.#subjects = subjects
    this.#folder = folder
    this.#checks = subjects.metrics.addGauge(
      'kanat_check_well',
      'Whether a check of /api/health is well: 1, else 0.',
      ['check'],
    )
    for (const check of Object.values(CHECKS)) this.#checks.set({ check }, 1)
    subjects.db.onError((error) => {
      if (isDatabaseDamage(error)) this.#report('damage', error)
    })
  }

  /** Whatever the data folder is now, is right. */
  static async open(subjects: Subjects): Promise<Health> {
    return new Health(subjects, await FolderIdentity.of(subjects.dataDir, subjects.parts))
  }

  /** The names of what is not well; none where all is. */
  async failing(): Promise<Check[]> {
    if (performance.now() - this.#lookedAt > LOOK_EVERY_MS) {
      this.#look ??= this.#lookAtAll().finally(() => {
        this.#look = undefined
        this.#lookedAt = performance.now()
      })
      await this.#inTime(this.#look)
    }
    return [...new Set([...this.#causes.keys()].map((finding) => CHECKS[finding]))]
  }

  /** Looks through the whole database, which takes as long as reading all of it. */
  async checkDatabase(): Promise<void> {
    this.#report('damage', await this.#subjects.db.findDamage())
  }

  async #inTime(look: Promise<void>): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#report('folder', new Error('the data folder does not answer'))
      late.resolve()
    }, LOOK_MAX_MS)
    await Promise.race([look, late.promise])
    clearTimeout(timer)
  }

  async #lookAtAll(): Promise<void> {
    const { dataDir, db, reserve } = this.#subjects
    const asked = db.read.selectFrom('company').select('id').limit(1).execute()
    this.#report('reading', await causeOf(asked))

    const cause = (await causeOf(this.#folder.expectSame())) ?? (await probeWriting(dataDir, false))
    this.#report('folder', isStorageFull(cause) ? undefined : cause)
    if (isStorageFull(cause)) return this.#report('room', cause)
    await reserve.fill()
    this.#report('room', await causeOf(async () => refuseWithoutReserve(reserve)))
  }

  /** @param cause undefined where all is well */
  #report(finding: Finding, cause: unknown): void {
    const { log } = this.#subjects
    const wasWell = !this.#causes.has(finding)
    if (cause === undefined) this.#causes.delete(finding)
    else this.#causes.set(finding, cause)
    const isWell = cause === undefined
    if (isWell === wasWell) return

    const check = CHECKS[finding]
    if (isWell) log.info({ check }, 'a check is well again')
    else log.error({ check, err: cause }, 'a check is not well')
    const failing = [...this.#causes.keys()].some((other) => CHECKS[other] === check)
    this.#checks.set({ check }, failing ? 0 : 1)
  }
}

/** What the work throws, undefined when it does not. */
async function causeOf(work: Promise<unknown> | (() => Promise<unknown>)): Promise<unknown> {
  try {
    await (typeof work === 'function' ? work() : work)
    return undefined
  } catch (error) {
    return error
  }
}
