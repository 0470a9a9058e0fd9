import type { Insertable } from 'kysely'
import { mayEverywhere, type Viewer } from '#domain/permissions.ts'
import type { Report, ReportFilter } from '#domain/report.ts'
import type { Reader, Writer } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/refuse-violation.ts'
import type { Schema } from '#server/database/schema.ts'
import { ApiError } from '#server/errors.ts'
import { mediaUrl } from '#server/store/media-url.ts'

const COLUMNS = [
  'id',
  'original_filename',
  'file_size_bytes',
  'uploaded_at',
  'key',
  'first_name',
  'last_name',
  'year',
] as const

/** The reports of a turbine, newest first. The caller has checked that the viewer may read the turbine. */
export async function listReports(db: Reader, turbineId: number, filter: ReportFilter): Promise<Report[]> {
  let query = db.selectFrom('report').select(COLUMNS).where('turbine_id', '=', turbineId)
  if (filter.year !== undefined) query = query.where('year', '=', filter.year)
  const rows = await query.orderBy('uploaded_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(asReport)
}

/** @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile */
export async function insertReport(db: Writer, report: Insertable<Schema['report']>): Promise<Report> {
  const row = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db.insertInto('report').values(report).returning(COLUMNS).executeTakeFirstOrThrow(),
  )
  return asReport(row)
}

/** @returns the key of the file, which the caller has to remove @throws ApiError `report_not_found` if the turbine has no such report */
export async function deleteReport(
  db: Writer,
  turbineId: number,
  id: number,
): Promise<{ key: string; original_filename: string }> {
  const row = await db
    .deleteFrom('report')
    .where('turbine_id', '=', turbineId)
    .where('id', '=', id)
    .returning(['key', 'original_filename'])
    .executeTakeFirst()
  if (!row) throw new ApiError('report_not_found')
  return row
}

/** The data for sending a report; undefined if it does not exist or the viewer may not see its company. */
export function findReportFile(db: Reader, viewer: Viewer, key: string) {
  return db
    .selectFrom('report')
    .innerJoin('turbine', 'turbine.id', 'report.turbine_id')
    .select(['report.key', 'report.original_filename', 'report.sha256'])
    .where('report.key', '=', key)
    .$if(!mayEverywhere(viewer, 'report.read'), (query) =>
      query.where('turbine.company_id', '=', viewer.company_id),
    )
    .executeTakeFirst()
}

function asReport({ key, ...row }: Omit<Report, 'report_url'> & { key: string }): Report {
  return { ...row, report_url: mediaUrl(key) }
}
