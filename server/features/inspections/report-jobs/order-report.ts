import type { InspectionReportDraft } from '#domain/inspections/inspection.ts'
import { REPORTS_ORDERED_MAX } from '#domain/limits.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { originOf } from '#server/core/audit/audit-log.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { countUnfinished } from '#server/features/inspections/count-unfinished.ts'
import { findVersionOfNow, requireVersion } from '#server/features/inspections/version-of-report.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { reportJob } from './report-job.ts'
import {
  findUnfinishedJob,
  fitsReport,
  getReportJob,
  insertReportJob,
  type ReportJobRow,
  type ReportSubject,
  refuseTooManyFindings,
  tooManyFindings,
} from './report-job-queries.ts'

/** `Retry-After` for a user with too many unfinished reports, in seconds. One has probably ended then. */
const RETRY_SECONDS = 10

/**
 * Starts a report job for a year: of the given version; without one, of the newest if nothing has changed since, else a draft. An
 * unfinished job of the same report is returned.
 *
 * @throws ApiError `version_not_found`, `too_many_findings`, `too_many_requests`, `storage_full`, `turbine_not_found` if the turbine was
 *   deleted meanwhile
 */
export function orderReport(
  c: ApiContext<SignedIn & { turbine: Turbine }>,
  year: number,
  { language, version }: InspectionReportDraft,
): Promise<ReportJobRow> {
  const { services } = c.var
  return makeOncePerKey(c, {
    prepare: () => refuseWithoutFreeSpace(services),
    async make(transaction, { viewer, turbine }) {
      const inspectionVersion =
        version === null
          ? await findVersionOfNow(transaction, viewer, turbine.id, year)
          : await requireVersion(transaction, turbine.id, year, version)
      const subject = { turbineId: turbine.id, year, language, inspectionVersion }
      const known = await findUnfinishedJob(transaction, subject)
      if (known !== undefined) return known
      if (version === null) await refuseTooManyFindings(transaction, turbine.id, year)
      else if (!(await fitsReport(transaction, turbine.id, year, version))) throw tooManyFindings()
      const { ofUser, ofCompany } = await countUnfinished(
        transaction,
        'report_job',
        viewer.id,
        turbine.company_id,
      )
      if (ofUser >= REPORTS_ORDERED_MAX) throw tooManyRequests(RETRY_SECONDS, 'wait_reports')
      return addReportJob(transaction, c, { viewer, turbine }, subject, Math.max(ofUser, ofCompany))
    },
    read: (transaction, { turbine }, jobId) => getReportJob(transaction, turbine.id, jobId),
  })
}

/**
 * Starts the report jobs of a new version in every language, in its publishing transaction. The limit of unfinished reports does not apply.
 * A version with more findings than a report holds has none.
 */
export async function orderVersionReports(
  transaction: Writer,
  c: ApiContext,
  { viewer, turbine }: SignedIn & { turbine: Turbine },
  year: number,
  inspectionVersion: number,
): Promise<void> {
  if (!(await fitsReport(transaction, turbine.id, year, inspectionVersion))) return
  const { ofUser, ofCompany } = await countUnfinished(
    transaction,
    'report_job',
    viewer.id,
    turbine.company_id,
  )
  const ahead = Math.max(ofUser, ofCompany)
  for (const [index, language] of LANGUAGES.entries()) {
    const subject = { turbineId: turbine.id, year, language, inspectionVersion }
    await addReportJob(transaction, c, { viewer, turbine }, subject, ahead + index)
  }
}

async function addReportJob(
  transaction: Writer,
  c: ApiContext,
  { viewer, turbine }: SignedIn & { turbine: Turbine },
  subject: ReportSubject,
  ahead: number,
): Promise<number> {
  const jobId = await insertReportJob(transaction, subject, { userId: viewer.id, ...originOf(c) })
  await c.var.services.jobs.add(transaction, reportJob, { jobId, companyId: turbine.company_id, ahead })
  return jobId
}
