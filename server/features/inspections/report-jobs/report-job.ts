import * as z from 'zod'
import { REPORT_FAILURES, type ReportFailure } from '#domain/inspections/report-job.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import type { Services } from '#server/features/open-features.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { findStorageFailure } from '#server/infrastructure/database/storage-failure.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { LimitExceeded } from '#server/infrastructure/pictures/image-refused.ts'
import { makeReport } from './make-report.ts'
import {
  type BegunReport,
  beginReportJob,
  endReportJob,
  isReportJobRunning,
  queueReportJobAgain,
  setReportProgress,
} from './report-job-queries.ts'
import type { RunningReport } from './running-reports.ts'

/** Maximum attempts of a report. A killed server or an outage of the store ends one. */
const ATTEMPTS_MAX = 3
/** Maximum attempts of the job: more, because the report's row counts, and records the failure. */
const JOB_ATTEMPTS_MAX = 25
/** Interval of checks for a cancellation, and of stored progress for other servers, in milliseconds. */
const LOOK_EVERY_MS = 2000

/** Transient failures, worth a retry. */
const PASSING: string[] = ['store_unavailable', 'internal_error'] satisfies ReportFailure[]

interface Payload {
  jobId: number
  companyId: number
  /** The number of unfinished reports of its user, or company, before it. */
  ahead: number
}

/**
 * Makes an inspection report. A company's reports run one after the other, so they delay another company's by at most the one being drawn,
 * and each gets the next version.
 */
export const reportJob: JobKind<Payload, Services> = {
  name: 'make-report',
  payload: z.object({ jobId: z.int(), companyId: z.int(), ahead: z.int() }),
  subject: ({ jobId }) => String(jobId),
  queue: ({ companyId }) => `reports of company ${companyId}`,
  priority: ({ ahead }) => ahead,
  maxAttempts: JOB_ATTEMPTS_MAX,
  atOnce: 2,
  async run(services, { jobId, companyId }) {
    const { db, transactions, runningReports, log } = services
    const order = await transactions.run((transaction) => {
      db.concern(companyId)
      return beginReportJob(transaction, jobId)
    }, 'use reserve')
    if (!order) return
    if (order.attempts > ATTEMPTS_MAX) return fail(services, order, 'internal_error')
    using running = runningReports.begin(jobId)
    const watched = watch(services, order, running)
    try {
      await makeReport(services, order, running)
    } catch (error) {
      // No longer wanted, according to its row or a missing one; or another process makes it.
      if (running.signal.aborted) return
      const failure = await failureOf(services, error)
      const isTriedAgain = PASSING.includes(failure) && (services.stopping || order.attempts < ATTEMPTS_MAX)
      if (!isTriedAgain) {
        log.warn({ err: error, reportJob: jobId, failure }, 'a report could not be made')
        return fail(services, order, failure)
      }
      await transactions.run(
        (transaction) => queueReportJobAgain(transaction, order, !services.stopping),
        'use reserve',
      )
      throw error
    } finally {
      await watched.end()
    }
  },
}

async function fail({ transactions }: Services, begun: BegunReport, error: ReportFailure): Promise<void> {
  await transactions.run(
    (transaction) => endReportJob(transaction, begun, { state: 'failed', error }),
    'use reserve',
  )
}

/** The reason of a failure, for its user. */
async function failureOf({ config }: Services, error: unknown): Promise<ReportFailure> {
  if (error instanceof LimitExceeded) return 'report_limit_exceeded'
  if (error instanceof ApiError) {
    // The turbine has another company now.
    if (error.code === 'turbine_not_found') return 'forbidden'
    return REPORT_FAILURES.find((failure) => failure === error.code) ?? 'internal_error'
  }
  return (await findStorageFailure(error, config.dataDir)) ?? 'internal_error'
}

/**
 * Ends work on a report that was cancelled, restarted at another server, or deleted with its turbine, and publishes its progress to other
 * servers.
 */
function watch({ db, config, log }: Services, begun: BegunReport, running: RunningReport) {
  const isShared = config.databaseUrl !== undefined
  let stored = 0
  let last = Promise.resolve()
  const look = async () => {
    if (!(await isReportJobRunning(db.read, begun))) return running.abort()
    const { progress } = running
    if (!isShared || progress === stored) return
    await setReportProgress(db.write, begun, progress)
    stored = progress
  }
  const timer = setInterval(() => {
    last = awaitedLater(
      last
        .then(look)
        .catch((error) => log.info({ err: error }, 'could not check a report job for cancellation')),
    )
  }, LOOK_EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      await last
    },
  }
}
