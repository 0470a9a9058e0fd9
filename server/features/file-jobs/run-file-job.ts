import * as z from 'zod'
import { NotYetError } from '#server/core/jobs/away.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { refuseWhileStopping } from '#server/core/uploads/take-upload.ts'
import type { Services } from '#server/features/open-features.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { findStorageFailure } from '#server/infrastructure/database/storage-failure.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { LimitExceeded } from '#server/infrastructure/pictures/image-refused.ts'
import type { FileJobKind } from './file-job-kind.ts'
import {
  type BegunFileJob,
  beginFileJob,
  endFileJob,
  type FileJobFailure,
  isFileJobRunning,
  queueFileJobAgain,
  setFileJobProgress,
} from './file-job-queries.ts'
import type { RunningFileJob } from './running-file-jobs.ts'

/** Maximum attempts of a file. A killed server or an outage of the store ends one. */
const ATTEMPTS_MAX = 3
/** Maximum attempts of the job in the queue: more, because the file's row counts, and records the failure. */
const JOB_ATTEMPTS_MAX = 25
/** Interval of checks for a cancellation, and of stored progress for other servers, in milliseconds. */
const LOOK_EVERY_MS = 2000

/** Transient failures, worth a retry. */
const PASSING: string[] = ['store_unavailable', 'internal_error'] satisfies FileJobFailure[]

interface Payload {
  jobId: number
  companyId: number
  /** The number of unfinished files of the kind of its user, or company, before it. */
  ahead: number
}

/**
 * The job in the queue that makes files of a kind. A company's files run one after the other, so they delay another company's by at most the
 * one being made.
 */
export function queuedJobOf(kind: FileJobKind): JobKind<Payload, Services> {
  return {
    name: kind.jobName,
    payload: z.object({ jobId: z.int(), companyId: z.int(), ahead: z.int() }),
    subject: ({ jobId }) => String(jobId),
    queue: ({ companyId }) => `${kind.name}s of company ${companyId}`,
    priority: ({ ahead }) => ahead,
    maxAttempts: JOB_ATTEMPTS_MAX,
    atOnce: 2,
    run: (services, payload) => runFileJob(services, kind, payload),
  }
}

async function runFileJob(
  services: Services,
  kind: FileJobKind,
  { jobId, companyId }: Payload,
): Promise<void> {
  const { db, transactions, runningFileJobs, log } = services
  const job = await transactions.run((transaction) => {
    db.concern(companyId)
    return beginFileJob(transaction, jobId)
  }, 'use reserve')
  if (!job) return
  if (job.attempts > ATTEMPTS_MAX) return fail(services, job, 'internal_error')
  using running = runningFileJobs.begin(jobId)
  const watched = watch(services, job, running)
  try {
    refuseWhileStopping(services)
    await kind.make(services, job, running)
  } catch (error) {
    // No longer wanted, according to its row or a missing one; or another process makes it.
    if (running.signal.aborted) return
    const failure = await failureOf(services, kind, error)
    const isPassing = error instanceof NotYetError || PASSING.includes(failure)
    const counts = !services.stopping && !(error instanceof NotYetError)
    if (!isPassing || (counts && job.attempts >= ATTEMPTS_MAX)) {
      log.warn({ err: error, fileJob: jobId, failure }, `a ${kind.name} could not be made`)
      return fail(services, job, failure, fileOf(error))
    }
    await transactions.run((transaction) => queueFileJobAgain(transaction, job, counts), 'use reserve')
    throw error
  } finally {
    await watched.end()
  }
}

async function fail(
  { transactions }: Services,
  job: BegunFileJob,
  error: FileJobFailure,
  failed_file: string | null = null,
): Promise<void> {
  await transactions.run(
    (transaction) => endFileJob(transaction, job, { state: 'failed', error, failed_file }),
    'use reserve',
  )
}

/** The reason of a failure, for its user. */
async function failureOf(
  { config }: Services,
  { failures }: FileJobKind,
  error: unknown,
): Promise<FileJobFailure> {
  const code = codeOf(error)
  // The turbine has another company now.
  if (code === 'turbine_not_found') return 'forbidden'
  if (code !== undefined) return failures.find((failure) => failure === code) ?? 'internal_error'
  return (await findStorageFailure(error, config.dataDir)) ?? 'internal_error'
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof LimitExceeded) return 'report_limit_exceeded'
  return error instanceof ApiError ? error.code : undefined
}

/** The name of the missing or changed file, if the error is about one. */
function fileOf(error: unknown): string | null {
  const name = error instanceof ApiError ? error.reason?.values?.name : undefined
  return typeof name === 'string' ? name : null
}

/**
 * Ends work on a file that was cancelled, restarted at another server, or deleted with its turbine, and publishes its progress to other
 * servers.
 */
function watch({ db, config, log }: Services, job: BegunFileJob, running: RunningFileJob) {
  // On SQLite a commit would invalidate cached answers, and this process knows the progress.
  const isShared = config.databaseUrl !== undefined
  let stored = 0
  let last = Promise.resolve()
  const look = async () => {
    if (!(await isFileJobRunning(db.read, job))) return running.abort()
    const { progress } = running
    if (!isShared || progress === stored) return
    await setFileJobProgress(db.write, job, progress)
    stored = progress
  }
  const timer = setInterval(() => {
    last = awaitedLater(
      last
        .then(look)
        .catch((error) => log.info({ err: error }, 'could not check a file job for cancellation')),
    )
  }, LOOK_EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      await last
    },
  }
}
