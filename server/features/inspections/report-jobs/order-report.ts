import { REPORTS_ORDERED_MAX } from '#domain/limits.ts'
import type { Language } from '#domain/text/language.ts'
import { originOf } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { reportJob } from './report-job.ts'
import {
  countUnfinishedJobs,
  findUnfinishedJob,
  getReportJob,
  insertReportJob,
  type ReportJobRow,
  refuseTooManyFindings,
} from './report-job-queries.ts'

/** How long a user with too many unfinished reports is asked to wait, in seconds. One of them has probably ended then. */
const RETRY_SECONDS = 10

/**
 * Orders the report of a year. While the same report is ordered and not finished, it is that order.
 *
 * @throws ApiError `too_many_findings`, `too_many_requests`, `storage_full`, `turbine_not_found` if the turbine was deleted meanwhile
 */
export function orderReport(
  c: ApiContext<'viewer' | 'turbine'>,
  year: number,
  language: Language,
): Promise<ReportJobRow> {
  const { services } = c.var
  return makeOncePerKey(c, {
    prepare: () => refuseWithoutFreeSpace(services),
    async make(transaction, { viewer, turbine }) {
      const subject = { turbineId: turbine.id, year, language }
      const known = await findUnfinishedJob(transaction, subject)
      if (known !== undefined) return known
      await refuseTooManyFindings(transaction, turbine.id, year)
      const { ofUser, ofCompany } = await countUnfinishedJobs(transaction, viewer.id, turbine.company_id)
      if (ofUser >= REPORTS_ORDERED_MAX) throw tooManyRequests(RETRY_SECONDS, 'wait_reports')
      const jobId = await insertReportJob(transaction, subject, { userId: viewer.id, ...originOf(c) })
      const ahead = Math.max(ofUser, ofCompany)
      await services.jobs.add(transaction, reportJob, { jobId, companyId: turbine.company_id, ahead })
      return jobId
    },
    read: (transaction, { turbine }, jobId) => getReportJob(transaction, turbine.id, jobId),
  })
}
