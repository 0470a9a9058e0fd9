import type { ReportFailure, ReportJob } from '#domain/inspections/report-job.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { type Reason, sentence } from '#server/infrastructure/errors.ts'
import { type ReportJobRow, tooManyFindings } from './report-job-queries.ts'

/** The failures with their own sentence: the general one has no next step, or addresses the reader instead of the requester. */
const REASONS: Partial<Record<ReportFailure, Reason | undefined>> = {
  forbidden: { code: 'report_forbidden' },
  too_many_findings: tooManyFindings().reason,
  report_limit_exceeded: { code: 'report_limit_exceeded' },
}

/** The job as the API answers it. The process that makes the report knows its progress best. */
export function asReportJob(c: ApiContext<unknown, Services>, { error, ...row }: ReportJobRow): ReportJob {
  const running = row.state === 'running' ? c.var.services.runningReports.progressOf(row.id) : undefined
  return {
    ...row,
    progress: running ?? row.progress,
    error,
    message:
      error && sentence(c, error === 'report_limit_exceeded' ? 'internal_error' : error, REASONS[error]),
  }
}
