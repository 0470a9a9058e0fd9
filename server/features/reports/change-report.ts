import type { Report, ReportChange } from '#domain/report.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { refuseWrongExtension } from '#server/core/uploads/file-extension.ts'
import { refuseBadName } from '#server/core/uploads/file-name.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { findReport, updateReport } from './report-queries.ts'

/**
 * Renames a report, or moves it to another year. A generated one stays in the year of its inspection; that of a version also keeps its
 * name, because the dossier and the list of versions name it.
 *
 * @throws ApiError `report_not_found`, `invalid_name`, `unsupported_file`, `report_of_inspection`
 */
export async function changeReport(
  transaction: Writer,
  c: ApiContext,
  { caller, turbine }: { caller: SignedInCaller; turbine: Turbine },
  id: number,
  { name, year }: ReportChange,
): Promise<Report> {
  const report = await findReport(transaction, turbine.id, id)
  if (!report) throw new ApiError('report_not_found')
  const { original_filename } = report
  const wanted = {
    name:
      name === undefined || name === original_filename
        ? original_filename
        : acceptedName(name, original_filename),
    year: year ?? report.year,
  }
  const changed = changedFields({ name: original_filename, year: report.year }, wanted)
  if (changed.length === 0) return report
  const isMade = report.language !== null || report.is_draft
  if (report.inspection_version !== null || (isMade && changed.includes('year')))
    throw new ApiError('report_of_inspection')
  await updateReport(transaction, id, wanted)
  await writeAuditEntry(transaction, c, {
    action: 'report.edit',
    record: { id, name: original_filename },
    turbine,
    changed,
    by: caller,
  })
  return { ...report, original_filename: wanted.name, year: wanted.year }
}

/** As in an upload. A missing extension is that of the former name. */
function acceptedName(name: string, former: string): string {
  const [extension = ''] = /\.pdf$/i.exec(former) ?? []
  const whole = name.includes('.') ? name : name + extension
  refuseBadName(whole)
  refuseWrongExtension(whole, 'application/pdf')
  return whole
}
