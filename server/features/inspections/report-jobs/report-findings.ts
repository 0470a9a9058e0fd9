import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { isOfInspection } from '#server/records/unsolved-findings.ts'

/** @throws ApiError `too_many_findings` if a year's report would exceed the maximum of findings */
export async function refuseTooManyFindings(db: Reader, turbineId: number, year: number): Promise<void> {
  if ((await countReportFindings(db, turbineId, year)) > REPORT_FINDINGS_MAX) throw tooManyFindings()
}

/** The number of findings in a year's report: the own and unresolved earlier ones of `sortFindings`. */
export async function countReportFindings(db: Reader, turbineId: number, year: number): Promise<number> {
  const { count } = await db
    .selectFrom('finding')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('turbine_id', '=', turbineId)
    .where(isOfInspection(year))
    .executeTakeFirstOrThrow()
  return count
}

/** False for a version with more findings than a report holds. */
export async function fitsReport(
  db: Reader,
  turbineId: number,
  year: number,
  version: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('inspection_version')
    .select('report_findings')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', '=', version)
    .executeTakeFirst()
  return (row?.report_findings ?? 0) <= REPORT_FINDINGS_MAX
}

/** The refusal of a report with too many findings. */
export function tooManyFindings(): ApiError {
  return new ApiError('too_many_findings', {
    reason: { code: 'report_findings', values: { max: REPORT_FINDINGS_MAX } },
  })
}
