import type { InspectionReportDraft } from '#domain/inspections/inspection.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { countUnfinished } from '#server/features/file-jobs/file-job-queries.ts'
import { addFileJob, orderFile } from '#server/features/file-jobs/order-file.ts'
import { findVersionOfNow, requireVersion } from '#server/features/inspections/version-of-report.ts'
import type { Services } from '#server/features/open-features.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { fitsReport, refuseTooManyFindings, tooManyFindings } from './report-findings.ts'
import { reportKind } from './report-kind.ts'

/**
 * Starts a report job for a year: of the given version; without one, of the newest if nothing has changed since, else a draft. An
 * unfinished job of the same report is returned.
 *
 * @throws ApiError `version_not_found`, `too_many_findings`, `storage_full`; those of `orderFile`
 */
export function orderReport(
  c: ApiContext<SignedIn & { turbine: Turbine }, Services>,
  year: number,
  { language, extent, version: wanted }: InspectionReportDraft,
): Promise<ReportJob> {
  return orderFile(c, reportKind, {
    prepare: () => refuseWithoutFreeSpace(c.var.services),
    async findSubject(transaction, { caller, turbine }) {
      const version =
        wanted === null
          ? await findVersionOfNow(transaction, caller, turbine.id, year)
          : await requireVersion(transaction, turbine.id, year, wanted)
      return { turbineId: turbine.id, year, variant: language, extent, version }
    },
    async admit(transaction, { turbineId }) {
      if (wanted === null) await refuseTooManyFindings(transaction, turbineId, year)
      else if (!(await fitsReport(transaction, turbineId, year, wanted))) throw tooManyFindings()
    },
  })
}

/**
 * Starts the report jobs of a new version in every language, in its publishing transaction. The limit of unfinished reports does not apply.
 * A version with more findings than a report holds has none.
 */
export async function orderVersionReports(
  transaction: Writer,
  c: ApiContext,
  { caller, turbine }: SignedIn & { turbine: Turbine },
  year: number,
  version: number,
): Promise<void> {
  if (!(await fitsReport(transaction, turbine.id, year, version))) return
  const { ofUser, ofCompany } = await countUnfinished(transaction, reportKind, caller.id, turbine.company_id)
  const ahead = Math.max(ofUser, ofCompany)
  for (const [index, variant] of LANGUAGES.entries()) {
    const subject = { turbineId: turbine.id, year, variant, extent: 'full' as const, version }
    await addFileJob(transaction, c, reportKind, { caller, turbine }, subject, ahead + index)
  }
}
