import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { DOSSIER_FAILURES, type DossierFailure } from '#domain/inspections/dossier.ts'
import { may } from '#domain/permissions.ts'
import { NotYetError } from '#server/core/jobs/away.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { refuseWhileStopping } from '#server/core/uploads/take-upload.ts'
import { sealOlderVersion } from '#server/features/inspections/releases/seal-older-versions.ts'
import type { Services } from '#server/features/open-features.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { findStorageFailure } from '#server/infrastructure/database/storage-failure.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { answerOthers, mapInTurns } from '#server/infrastructure/in-turns.ts'
import {
  type BegunDossier,
  beginDossierJob,
  failDossier,
  finishDossier,
  isDossierRunning,
  queueDossierAgain,
  setDossierProgress,
} from './dossier-job-queries.ts'
import { awaitsReports, findOrderedVersion } from './dossier-versions.ts'
import { checkDossier, sealDossier } from './prepare-dossier.ts'
import type { RunningDossier } from './running-dossiers.ts'

/** Maximum attempts of a dossier. A killed server or an outage of the store ends one. */
const ATTEMPTS_MAX = 3
/** Maximum attempts of the job: more, because the dossier's row counts, and records the failure. */
const JOB_ATTEMPTS_MAX = 25
/** Interval of checks for a cancellation, and of stored progress for other servers, in milliseconds. */
const LOOK_EVERY_MS = 2000

/** How long a dossier waits for reports while blocking others, and the polling interval, in milliseconds. */
const REPORTS_WAIT_MS = 10_000
const LOOK_FOR_REPORTS_MS = 200

/** Transient failures, worth a retry. */
const PASSING: string[] = ['store_unavailable', 'internal_error'] satisfies DossierFailure[]

interface Payload {
  jobId: number
  companyId: number
  /** The number of unfinished dossiers of its user, or company, before it. */
  ahead: number
}

/**
 * Prepares a dossier. A company's dossiers run one after the other, so they delay another company's by at most the one whose files are
 * read.
 */
export const dossierJob: JobKind<Payload, Services> = {
  name: 'prepare-dossier',
  payload: z.object({ jobId: z.int(), companyId: z.int(), ahead: z.int() }),
  subject: ({ jobId }) => String(jobId),
  queue: ({ companyId }) => `dossiers of company ${companyId}`,
  priority: ({ ahead }) => ahead,
  maxAttempts: JOB_ATTEMPTS_MAX,
  atOnce: 2,
  async run(services, { jobId, companyId }) {
    const { db, transactions, runningDossiers, log } = services
    const order = await transactions.run((transaction) => {
      db.concern(companyId)
      return beginDossierJob(transaction, jobId)
    }, 'use reserve')
    if (!order) return
    if (order.attempts > ATTEMPTS_MAX) return fail(services, order, 'internal_error', null)
    using running = runningDossiers.begin(jobId)
    if (!(await awaitReports(services, order, running))) {
      if (running.signal.aborted) return
      await transactions.run((transaction) => queueDossierAgain(transaction, order, false), 'use reserve')
      throw new NotYetError('The reports of the version are being made.')
    }
    try {
      await prepare(services, order, running)
    } catch (error) {
      // Its row is deleted, or another process prepares it.
      if (running.signal.aborted) return
      const failure = await failureOf(services, error)
      const isTriedAgain = PASSING.includes(failure) && (services.stopping || order.attempts < ATTEMPTS_MAX)
      if (!isTriedAgain) {
        log.warn({ err: error, dossierJob: jobId, failure }, 'a dossier could not be prepared')
        return fail(services, order, failure, fileOf(error))
      }
      await transactions.run(
        (transaction) => queueDossierAgain(transaction, order, !services.stopping),
        'use reserve',
      )
      throw error
    }
  },
}

/**
 * Waits for running reports of the version, so that a dossier requested right after the publication has them. A failed report is not in it.
 *
 * @returns false if it takes so long that other dossiers go first, or the dossier is no longer wanted
 */
async function awaitReports(
  services: Services,
  order: BegunDossier,
  running: RunningDossier,
): Promise<boolean> {
  const { db } = services
  const end = Date.now() + REPORTS_WAIT_MS
  while (await awaitsReports(db.read, order.versionId)) {
    if (!(await isDossierRunning(db.read, order))) running.abort()
    if (services.stopping || running.signal.aborted || Date.now() > end) return false
    await pause(LOOK_FOR_REPORTS_MS)
  }
  return true
}

async function prepare(services: Services, order: BegunDossier, running: RunningDossier): Promise<void> {
  const { config, db, transactions } = services
  refuseWhileStopping(services)
  await checkOrderer(db.read, order)
  await sealOlderVersion(services, order.versionId)
  const version = await findOrderedVersion(db.read, order)
  if (!version) throw new ApiError('version_not_found')
  let lookedAt = Date.now()
  const checked = await checkDossier(services, version, order.photos, {
    signal: running.signal,
    async onFile(progress) {
      refuseWhileStopping(services)
      running.progress = progress
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return
      lookedAt = Date.now()
      if (!(await isDossierRunning(db.read, order))) return running.abort()
      // On SQLite a commit would invalidate cached answers, and this process knows the progress.
      if (config.databaseUrl !== undefined) await setDossierProgress(db.write, order, progress)
    },
  })
  await transactions.run(async (transaction) => {
    await checkOrderer(transaction, order)
    const sealed = await sealDossier(transaction, config.origin, checked)
    const files = await mapInTurns(sealed.files, (file) => JSON.stringify(file))
    const list = `[${files.join(',')}]`
    await answerOthers()
    await finishDossier(transaction, order, sealed, list)
  })
}

/** Finds the requester, and checks that they may still see the inspection. @throws ApiError `forbidden`, `turbine_not_found` */
async function checkOrderer(db: Reader, { userId, turbineId }: BegunDossier): Promise<void> {
  const orderer = await db
    .selectFrom('user')
    .select(['id', 'role', 'company_id'])
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!orderer) throw new ApiError('forbidden')
  const turbine = await getTurbine(db, orderer, turbineId)
  if (!may(orderer, 'inspection.seal', turbine.company_id)) throw new ApiError('forbidden')
}

async function fail(
  { transactions }: Services,
  begun: BegunDossier,
  error: DossierFailure,
  file: string | null,
): Promise<void> {
  await transactions.run((transaction) => failDossier(transaction, begun, error, file), 'use reserve')
}

/** The reason of a failure, for its user. */
async function failureOf({ config }: Services, error: unknown): Promise<DossierFailure> {
  if (error instanceof ApiError) {
    // The turbine has another company now.
    if (error.code === 'turbine_not_found') return 'forbidden'
    return DOSSIER_FAILURES.find((failure) => failure === error.code) ?? 'internal_error'
  }
  return (await findStorageFailure(error, config.dataDir)) ?? 'internal_error'
}

/** The name of the missing or changed file, if the error is about one. */
function fileOf(error: unknown): string | null {
  const name = error instanceof ApiError ? error.reason?.values?.name : undefined
  return typeof name === 'string' ? name : null
}
