import { UNFINISHED_STATES } from '#domain/inspections/file-job.ts'
import { REPORT_FAILURES, ReportJob } from '#domain/inspections/report-job.ts'
import { REPORTS_ORDERED_MAX } from '#domain/limits.ts'
import type { FileJobKind } from '#server/features/file-jobs/file-job-kind.ts'
import { makeReport } from './make-report.ts'
import { tooManyFindings } from './report-findings.ts'

/** The inspection reports. A company's reports run one after the other, so each gets the next version. */
export const reportKind: FileJobKind<ReportJob> = {
  name: 'report',
  jobName: 'make-report',
  notFound: 'report_job_not_found',
  schema: ReportJob,
  fieldsOf: ({ variant, extent, version, report_id }) => ({
    language: variant,
    extent,
    inspection_version: version,
    report_id,
  }),
  failures: REPORT_FAILURES,
  reasonOf(failure) {
    if (failure === 'forbidden') return { code: 'report_forbidden' }
    if (failure === 'report_limit_exceeded') return { code: 'report_limit_exceeded' }
    return failure === 'too_many_findings' ? tooManyFindings().reason : undefined
  },
  actions: { read: 'report.read', cancel: 'report.cancel' },
  summaries: {
    list: 'List the running report jobs of a turbine, oldest first.',
    get: 'Get the progress of a report job. It is kept for seven days after its end. `error` and `message` give the reason of a failure.',
    cancel: 'Cancel a report job. A job that has ended is returned unchanged, with its result.',
  },
  listed: { states: UNFINISHED_STATES, order: 'asc' },
  keepsCancelled: true,
  orderedMax: REPORTS_ORDERED_MAX,
  // One of them has probably ended then.
  retrySeconds: 10,
  waitReason: 'wait_reports',
  make: makeReport,
}
