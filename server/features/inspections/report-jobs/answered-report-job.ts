import type { ReportJob } from '#domain/report-job.ts'
import type { ApiContext } from '#server/core/env.ts'
import { sentence } from '#server/infrastructure/errors.ts'
import type { ReportJobRow } from './report-job-queries.ts'

/** The job as the API answers it. If this process makes the report, it knows the progress best. */
export function asReportJob(c: ApiContext, { error, ...row }: ReportJobRow): ReportJob {
  const running = row.state === 'running' ? c.var.services.runningReports.progressOf(row.id) : undefined
  const isLimit = error === 'report_limit_exceeded'
  return {
    ...row,
    progress: running ?? row.progress,
    error,
    message:
      error &&
      (isLimit ? sentence(c, 'internal_error', { code: 'report_limit_exceeded' }) : sentence(c, error)),
  }
}
