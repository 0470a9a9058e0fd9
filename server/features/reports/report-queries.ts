import { type Insertable, type Selectable, sql } from 'kysely'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Report, ReportFilter } from '#domain/report.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { mediaUrl, thumbnailUrl } from '#server/infrastructure/store/media-url.ts'

export const COLUMNS = [
  'id',
  'original_filename',
  'file_size_bytes',
  'uploaded_at',
  'key',
  'first_name',
  'last_name',
  'year',
  'has_thumbnail',
  'language',
  'inspection_version',
  'is_draft',
] as const

/** 1 for a report of a withdrawn version. */
export const IS_WITHDRAWN = sql<0 | 1>`case when exists (
  select 1 from inspection_version as version_of_report
  where version_of_report.turbine_id = report.turbine_id and version_of_report.year = report.year
    and version_of_report.version = report.inspection_version and version_of_report.withdrawn_at is not null
) then 1 else 0 end`.as('is_withdrawn')

/** The reports of a turbine, newest first. Requires that the caller may read the turbine. */
export async function listReports(db: Reader, turbineId: number, filter: ReportFilter): Promise<Report[]> {
  let query = db.selectFrom('report').select(COLUMNS).select(IS_WITHDRAWN).where('turbine_id', '=', turbineId)
  if (filter.year !== undefined) query = query.where('year', '=', filter.year)
  const rows = await query.orderBy('uploaded_at', 'desc').orderBy('id', 'desc').execute()
  return mapInTurns(rows, asReport)
}

/** Undefined if the turbine has no such report. */
export async function findReport(db: Reader, turbineId: number, id: number): Promise<Report | undefined> {
  const row = await db
    .selectFrom('report')
    .select(COLUMNS)
    .select(IS_WITHDRAWN)
    .where('turbine_id', '=', turbineId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asReport(row)
}

/** @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile */
export async function insertReport(db: Writer, report: Insertable<Schema['report']>): Promise<Report> {
  const row = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db.insertInto('report').values(report).returning(COLUMNS).executeTakeFirstOrThrow(),
  )
  return asReport({ ...row, is_withdrawn: 0 })
}

export async function updateReport(
  db: Writer,
  id: number,
  { name, year }: { name: string; year: number },
): Promise<void> {
  await db.updateTable('report').set({ original_filename: name, year }).where('id', '=', id).execute()
}

/** @returns the key of the files, which the caller has to remove @throws ApiError `report_not_found` if the turbine has no such report */
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

/** The data for sending a report; undefined if it is missing or invisible to the caller. */
export function findReportFile(db: Reader, caller: Caller, key: string) {
  return db
    .selectFrom('report')
    .innerJoin('turbine', 'turbine.id', 'report.turbine_id')
    .select([
      'report.id',
      'report.key',
      'report.original_filename',
      'report.sha256',
      'report.file_size_bytes',
      'report.has_thumbnail',
      'report.turbine_id',
      'turbine.turbine_name',
      'turbine.code',
      'turbine.company_id',
    ])
    .where('report.key', '=', key)
    .$if(!mayEverywhere(caller, 'report.read'), (query) =>
      query.where('turbine.company_id', '=', caller.company_id),
    )
    .executeTakeFirst()
}

export type ReportWithoutThumbnail = Pick<Selectable<Schema['report']>, 'id' | 'key' | 'file_size_bytes'>

/** The first report with a greater id that lacks its thumbnail. */
export function findReportWithoutThumbnail(
  db: Reader,
  after: number,
): Promise<ReportWithoutThumbnail | undefined> {
  return db
    .selectFrom('report')
    .select(['id', 'key', 'file_size_bytes'])
    .where('has_thumbnail', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** @returns false if the report was deleted meanwhile */
export async function setThumbnail(db: Writer, id: number, isThere: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set({ has_thumbnail: isThere ? 1 : 0 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

type ReportRow = Pick<Selectable<Schema['report']>, (typeof COLUMNS)[number]> & { is_withdrawn: 0 | 1 }

export function asReport({ key, has_thumbnail, is_draft, is_withdrawn, ...row }: ReportRow): Report {
  return {
    ...row,
    is_draft: is_draft === 1,
    is_withdrawn: is_withdrawn === 1,
    report_url: mediaUrl(key),
    thumb_url: has_thumbnail === 1 ? thumbnailUrl(key) : null,
  }
}
