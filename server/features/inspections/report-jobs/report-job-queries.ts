import type { Selectable } from 'kysely'
import { type ReportFailure, UNFINISHED_STATES } from '#domain/inspections/report-job.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import type { Language } from '#domain/text/language.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { isOfInspection } from '#server/records/unsolved-findings.ts'

const COLUMNS = [
  'id',
  'state',
  'progress',
  'report_id',
  'year',
  'language',
  'inspection_version',
  'error',
  'created_at',
] as const
export type ReportJobRow = Pick<Selectable<Schema['report_job']>, (typeof COLUMNS)[number]>

/** The key of a report. Equal requests share one job until it ends. */
export interface ReportSubject {
  turbineId: number
  year: number
  language: Language
  /** The published version of the inspection; null for a draft of the team's current view. */
  inspectionVersion: number | null
}

/** The job as the maker of a report sees it. */
export interface ReportOrder extends ReportSubject {
  id: number
  /** Null after the user's deletion. */
  userId: number | null
  address: string
  requestId: string
  /** The number of attempts, including this one. */
  attempts: number
}

/**
 * A report in progress in one process. After a disconnection another process restarts it, and counts its attempts. This one then loses it.
 */
export type BegunReport = Pick<ReportOrder, 'id' | 'attempts'>

/** The unfinished jobs of a turbine, oldest first. The caller has checked that the viewer may read the turbine. */
export function listUnfinishedJobs(db: Reader, turbineId: number): Promise<ReportJobRow[]> {
  return db
    .selectFrom('report_job')
    .select(COLUMNS)
    .where('turbine_id', '=', turbineId)
    .where('state', 'in', UNFINISHED_STATES)
    .orderBy('id')
    .execute()
}

/** @throws ApiError `report_job_not_found` if the turbine has no such job */
export async function getReportJob(db: Reader, turbineId: number, id: number): Promise<ReportJobRow> {
  const row = await db
    .selectFrom('report_job')
    .select(COLUMNS)
    .where('turbine_id', '=', turbineId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('report_job_not_found')
  return row
}

/** The id of the unfinished job of a report. */
export async function findUnfinishedJob(
  db: Reader,
  { turbineId, year, language, inspectionVersion }: ReportSubject,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('report_job')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('language', '=', language)
    .where('inspection_version', 'is not distinct from', inspectionVersion)
    .where('state', 'in', UNFINISHED_STATES)
    .executeTakeFirst()
  return row?.id
}

/** @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile */
export async function insertReportJob(
  db: Writer,
  { turbineId, year, language, inspectionVersion }: ReportSubject,
  by: { userId: number; address: string; requestId: string },
): Promise<number> {
  const now = new Date().toISOString()
  const { id } = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('report_job')
      .values({
        turbine_id: turbineId,
        year,
        language,
        inspection_version: inspectionVersion,
        user_id: by.userId,
        address: by.address,
        request_id: by.requestId,
        state: 'queued',
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** Starts to make a report. @returns undefined if it is no longer wanted */
export async function beginReportJob(db: Writer, id: number): Promise<ReportOrder | undefined> {
  const row = await unfinished(db, id)
    .set(({ eb }) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      progress: 0,
      changed_at: new Date().toISOString(),
    }))
    .returning([
      'turbine_id as turbineId',
      'year',
      'language',
      'inspection_version as inspectionVersion',
      'user_id as userId',
      'address',
      'request_id as requestId',
      'attempts',
    ])
    .executeTakeFirst()
  return row && { id, ...row }
}

/** Puts back a report for a retry. @param counts false if this attempt does not count */
export async function queueReportJobAgain(db: Writer, begun: BegunReport, counts: boolean): Promise<void> {
  await unfinished(db, begun.id)
    .where('attempts', '=', begun.attempts)
    .set(({ eb }) => ({
      state: 'queued',
      attempts: eb('attempts', '-', counts ? 0 : 1),
      progress: 0,
      changed_at: new Date().toISOString(),
    }))
    .execute()
}

/** True while this process makes the report; false after a cancellation, the turbine's deletion, or a restart elsewhere. */
export async function isReportJobRunning(db: Reader, { id, attempts }: BegunReport): Promise<boolean> {
  const row = await db
    .selectFrom('report_job')
    .select('state')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return row?.state === 'running'
}

export async function setReportProgress(
  db: Writer,
  { id, attempts }: BegunReport,
  progress: number,
): Promise<void> {
  await db
    .updateTable('report_job')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .execute()
}

/** The outcome of a report job. */
type End = { state: 'done'; progress: 1; report_id: number } | { state: 'failed'; error: ReportFailure }

/** Ends a job started by this process. @returns false if it ended before, was deleted with its turbine, or was restarted elsewhere */
export async function endReportJob(db: Writer, { id, attempts }: BegunReport, end: End): Promise<boolean> {
  const { numUpdatedRows } = await unfinished(db, id)
    .where('attempts', '=', attempts)
    .set({ ...end, changed_at: new Date().toISOString() })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Cancels a job, unless it has ended. */
export async function cancelReportJob(db: Writer, id: number): Promise<void> {
  await unfinished(db, id).set({ state: 'cancelled', changed_at: new Date().toISOString() }).execute()
}

/** Cancels the unfinished reports of a withdrawn version. */
export async function cancelJobsOfVersion(
  db: Writer,
  turbineId: number,
  year: number,
  version: number,
): Promise<void> {
  await db
    .updateTable('report_job')
    .set({ state: 'cancelled', changed_at: new Date().toISOString() })
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('inspection_version', '=', version)
    .where('state', 'in', UNFINISHED_STATES)
    .execute()
}

function unfinished(db: Writer, id: number) {
  return db.updateTable('report_job').where('id', '=', id).where('state', 'in', UNFINISHED_STATES)
}

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
