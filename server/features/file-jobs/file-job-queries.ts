import type { Selectable } from 'kysely'
import { type FileJobName, type FileJobState, UNFINISHED_STATES } from '#domain/inspections/file-job.ts'
import type { ReportExtent } from '#domain/inspections/report-job.ts'
import type { Origin } from '#server/core/audit/audit-log.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import type { FileJobTable } from '#server/infrastructure/database/file-job-schema.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

export type FileJobFailure = NonNullable<Selectable<FileJobTable>['error']>

/** How the jobs of a kind are stored and found. */
export interface StoredKind {
  name: FileJobName
  notFound: 'report_job_not_found' | 'dossier_job_not_found'
  /** The jobs in the list of a turbine, by id. */
  listed: { states: readonly FileJobState[]; order: 'asc' | 'desc' }
  /** False if a cancelled job is no longer found. */
  keepsCancelled: boolean
}

/** The key of a file. Equal requests share one job until it ends. */
export interface FileJobSubject {
  turbineId: number
  year: number
  /** The published version of the inspection; null for a draft. */
  version: number | null
  variant: FileJobTable['variant']
  /** Files other than reports are always `full`. */
  extent: ReportExtent
}

/**
 * A job in progress in one process. After a disconnection another process restarts it, and counts its attempts. This one then loses it.
 */
export interface BegunFileJob extends FileJobSubject, Origin {
  id: number
  /** The number of attempts, including this one. */
  attempts: number
  /** Null after the user's deletion. */
  userId: number | null
}
type Begun = Pick<BegunFileJob, 'id' | 'attempts'>

export type FileJobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

function selectJobs(db: Reader) {
  return db
    .selectFrom('file_job')
    .leftJoin('dossier', 'dossier.job_id', 'file_job.id')
    .select([
      'file_job.id',
      'file_job.year',
      'file_job.version',
      'file_job.variant',
      'file_job.extent',
      'file_job.user_id',
      'file_job.state',
      'file_job.progress',
      'file_job.error',
      'file_job.failed_file',
      'file_job.report_id',
      'file_job.created_at',
      'dossier.address',
      'dossier.size',
    ])
}

/** Requires that the caller may read the turbine. */
export function listFileJobs(
  db: Reader,
  { name, listed }: StoredKind,
  turbineId: number,
): Promise<FileJobRow[]> {
  return selectJobs(db)
    .where('file_job.turbine_id', '=', turbineId)
    .where('file_job.kind', '=', name)
    .where('file_job.state', 'in', listed.states)
    .orderBy('file_job.id', listed.order)
    .execute()
}

/** @throws ApiError `notFound` of the kind if the turbine has no such job */
export async function getFileJob(
  db: Reader,
  { name, notFound, keepsCancelled }: StoredKind,
  turbineId: number,
  id: number,
): Promise<FileJobRow> {
  const row = await selectJobs(db)
    .where('file_job.turbine_id', '=', turbineId)
    .where('file_job.kind', '=', name)
    .where('file_job.id', '=', id)
    .executeTakeFirst()
  if (!row || (row.state === 'cancelled' && !keepsCancelled)) throw new ApiError(notFound)
  return row
}

/** The id of the unfinished job of a file. */
export async function findUnfinishedJob(
  db: Reader,
  { name }: Pick<StoredKind, 'name'>,
  { turbineId, year, version, variant, extent }: FileJobSubject,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('file_job')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('kind', '=', name)
    .where('variant', '=', variant)
    .where('extent', '=', extent)
    .where('version', 'is not distinct from', version)
    .where('state', 'in', UNFINISHED_STATES)
    .executeTakeFirst()
  return row?.id
}

/** Counts the unfinished jobs of a kind of a user and of a company. */
export async function countUnfinished(
  db: Reader,
  { name }: Pick<StoredKind, 'name'>,
  userId: number,
  companyId: number,
): Promise<{ ofUser: number; ofCompany: number }> {
  const rows = await db
    .selectFrom('file_job')
    .innerJoin('turbine', 'turbine.id', 'file_job.turbine_id')
    .select(['file_job.user_id', 'turbine.company_id'])
    .where('file_job.kind', '=', name)
    .where('file_job.state', 'in', UNFINISHED_STATES)
    .where(({ eb, or }) =>
      or([eb('file_job.user_id', '=', userId), eb('turbine.company_id', '=', companyId)]),
    )
    .execute()
  return {
    ofUser: rows.filter((row) => row.user_id === userId).length,
    ofCompany: rows.filter((row) => row.company_id === companyId).length,
  }
}

/** @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile */
export async function insertFileJob(
  db: Writer,
  { name }: Pick<StoredKind, 'name'>,
  { turbineId, year, version, variant, extent }: FileJobSubject,
  by: { userId: number } & Origin,
): Promise<number> {
  const now = new Date().toISOString()
  const { id } = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('file_job')
      .values({
        kind: name,
        turbine_id: turbineId,
        year,
        version,
        variant,
        extent,
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

/** Starts a job. @returns undefined if its file is no longer wanted */
export async function beginFileJob(db: Writer, id: number): Promise<BegunFileJob | undefined> {
  const row = await unfinished(db)
    .where('id', '=', id)
    .set(({ eb }) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      progress: 0,
      changed_at: new Date().toISOString(),
    }))
    .returning([
      'turbine_id as turbineId',
      'year',
      'version',
      'variant',
      'extent',
      'user_id as userId',
      'address',
      'request_id as requestId',
      'attempts',
    ])
    .executeTakeFirst()
  return row && { id, ...row }
}

/** Puts back a job for a retry. @param counts false if this attempt does not count */
export async function queueFileJobAgain(db: Writer, begun: Begun, counts: boolean): Promise<void> {
  await begunHere(db, begun)
    .set(({ eb }) => ({
      state: 'queued',
      attempts: eb('attempts', '-', counts ? 0 : 1),
      progress: 0,
      changed_at: new Date().toISOString(),
    }))
    .execute()
}

/** True while this process runs the job; false after a cancellation, the turbine's deletion, or a restart elsewhere. */
export async function isFileJobRunning(db: Reader, { id, attempts }: Begun): Promise<boolean> {
  const row = await db
    .selectFrom('file_job')
    .select('state')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return row?.state === 'running'
}

export async function setFileJobProgress(db: Writer, begun: Begun, progress: number): Promise<void> {
  await begunHere(db, begun).where('state', '=', 'running').set({ progress }).execute()
}

type End =
  | { state: 'done'; progress: 1; report_id?: number }
  | { state: 'failed'; error: FileJobFailure; failed_file: string | null }

/** Ends a job started by this process. @returns false if it ended before, was deleted with its turbine, or was restarted elsewhere */
export async function endFileJob(db: Writer, begun: Begun, end: End): Promise<boolean> {
  const { numUpdatedRows } = await begunHere(db, begun)
    .set({ ...end, changed_at: new Date().toISOString() })
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Cancels an unfinished job. @returns whether it was cancelled */
export async function cancelFileJob(db: Writer, id: number): Promise<boolean> {
  const { numUpdatedRows } = await unfinished(db).where('id', '=', id).set(cancelled()).executeTakeFirst()
  return numUpdatedRows > 0
}

/** Cancels the unfinished jobs of a withdrawn version. Their process notices within seconds. */
export async function cancelJobsOfVersion(
  db: Writer,
  turbineId: number,
  year: number,
  version: number,
): Promise<void> {
  await unfinished(db)
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', '=', version)
    .set(cancelled())
    .execute()
}

function cancelled() {
  return { state: 'cancelled', changed_at: new Date().toISOString() } as const
}

function unfinished(db: Writer) {
  return db.updateTable('file_job').where('state', 'in', UNFINISHED_STATES)
}

function begunHere(db: Writer, { id, attempts }: Begun) {
  return unfinished(db).where('id', '=', id).where('attempts', '=', attempts)
}
