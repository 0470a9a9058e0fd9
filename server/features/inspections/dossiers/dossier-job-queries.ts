import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type DossierFailure, type DossierPhotos, UNFINISHED_DOSSIERS } from '#domain/inspections/dossier.ts'
import { DOSSIERS_KEPT_PER_USER } from '#domain/limits.ts'
import type { Viewer } from '#domain/permissions.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import type { SealedDossier } from './prepare-dossier.ts'

/** 192 random bits cannot be guessed. */
const ADDRESS_BYTES = 24

const COLUMNS = [
  'dossier_job.id',
  'dossier_job.state',
  'dossier_job.progress',
  'dossier_job.photos',
  'dossier_job.size',
  'dossier_job.address',
  'dossier_job.error',
  'dossier_job.failed_file',
  'dossier_job.user_id',
  'dossier_job.created_at',
  'inspection_version.year',
  'inspection_version.version',
] as const
export type DossierJobRow = Pick<
  Selectable<Schema['dossier_job']>,
  | 'id'
  | 'state'
  | 'progress'
  | 'photos'
  | 'size'
  | 'address'
  | 'error'
  | 'failed_file'
  | 'user_id'
  | 'created_at'
> &
  Pick<Selectable<Schema['inspection_version']>, 'year' | 'version'>

/** The key of a dossier. Equal requests share one job until it ends. */
export interface DossierSubject {
  turbineId: number
  versionId: number
  photos: DossierPhotos
}

/** A dossier in preparation by one process. If another process restarts it, this one loses it. */
export interface BegunDossier extends DossierSubject {
  id: number
  /** The number of attempts, including this one. */
  attempts: number
  /** Null after the user's deletion. */
  userId: number | null
}

/** The dossiers with their versions. Readers of published data do not find those of withdrawn versions. */
function visibleDossiers(db: Reader, viewer: Pick<Viewer, 'role'>) {
  return db
    .selectFrom('dossier_job')
    .innerJoin('inspection_version', 'inspection_version.id', 'dossier_job.version_id')
    .$if(seesOnlyPublished(viewer.role), (query) =>
      query.where('inspection_version.withdrawn_at', 'is', null),
    )
}

/** The visible running and finished dossiers of a turbine, newest first. */
export function listDossierJobs(
  db: Reader,
  viewer: Pick<Viewer, 'role'>,
  turbineId: number,
): Promise<DossierJobRow[]> {
  return visibleDossiers(db, viewer)
    .select(COLUMNS)
    .where('dossier_job.turbine_id', '=', turbineId)
    .where('dossier_job.state', '!=', 'failed')
    .orderBy('dossier_job.id', 'desc')
    .execute()
}

/** @throws ApiError `dossier_job_not_found` if the turbine has no such visible dossier */
export async function getDossierJob(
  db: Reader,
  viewer: Pick<Viewer, 'role'>,
  turbineId: number,
  id: number,
): Promise<DossierJobRow> {
  const row = await visibleDossiers(db, viewer)
    .select(COLUMNS)
    .where('dossier_job.turbine_id', '=', turbineId)
    .where('dossier_job.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('dossier_job_not_found')
  return row
}

/** A finished dossier for its download. The caller checks access to the turbine. @throws ApiError `dossier_job_not_found` */
export async function getPreparedDossier(db: Reader, viewer: Pick<Viewer, 'role'>, address: string) {
  const row = await visibleDossiers(db, viewer)
    .innerJoin('signing_key', 'signing_key.id', 'dossier_job.key_id')
    .select([
      'dossier_job.id',
      'dossier_job.turbine_id',
      'dossier_job.photos',
      'dossier_job.files',
      'dossier_job.readme',
      'dossier_job.chain',
      'dossier_job.signature',
      'dossier_job.size',
      'signing_key.public_key',
      'inspection_version.year',
      'inspection_version.version',
      'inspection_version.document',
    ])
    .where('dossier_job.address', '=', address)
    .where('dossier_job.state', '=', 'done')
    .executeTakeFirst()
  const { files, readme, signature, size, document } = row ?? {}
  if (!row || !files || !readme || !signature || !size || !document)
    throw new ApiError('dossier_job_not_found')
  return { ...row, files, readme, signature, size, document }
}

export type PreparedDossier = Awaited<ReturnType<typeof getPreparedDossier>>

/** The id of the unfinished job of a dossier. */
export async function findUnfinishedDossier(
  db: Reader,
  { versionId, photos }: DossierSubject,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('dossier_job')
    .select('id')
    .where('version_id', '=', versionId)
    .where('photos', '=', photos)
    .where('state', 'in', UNFINISHED_DOSSIERS)
    .executeTakeFirst()
  return row?.id
}

/** Stores a job. The user's oldest finished ones make room. @throws ApiError `turbine_not_found` if the turbine was deleted */
export async function insertDossierJob(
  db: Writer,
  { turbineId, versionId, photos }: DossierSubject,
  userId: number,
): Promise<number> {
  await deleteOldestDossiers(db, userId)
  const now = new Date().toISOString()
  const { id } = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('dossier_job')
      .values({
        turbine_id: turbineId,
        version_id: versionId,
        photos,
        user_id: userId,
        state: 'queued',
        address: randomBytes(ADDRESS_BYTES).toString('base64url'),
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

async function deleteOldestDossiers(db: Writer, userId: number): Promise<void> {
  const finished = db
    .selectFrom('dossier_job')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'not in', UNFINISHED_DOSSIERS)
  const kept = finished.orderBy('id', 'desc').limit(DOSSIERS_KEPT_PER_USER - 1)
  await db.deleteFrom('dossier_job').where('id', 'in', finished).where('id', 'not in', kept).execute()
}

/** Starts to prepare a dossier. @returns undefined if it is no longer wanted */
export async function beginDossierJob(db: Writer, id: number): Promise<BegunDossier | undefined> {
  const row = await unfinished(db, id)
    .set(({ eb }) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      progress: 0,
      changed_at: new Date().toISOString(),
    }))
    .returning(['turbine_id', 'version_id', 'photos', 'user_id', 'attempts'])
    .executeTakeFirst()
  if (!row) return undefined
  const { turbine_id, version_id, user_id, ...order } = row
  return { id, turbineId: turbine_id, versionId: version_id, userId: user_id, ...order }
}

/** Puts back a dossier for a retry. @param counts false if this attempt does not count */
export async function queueDossierAgain(db: Writer, begun: BegunDossier, counts: boolean): Promise<void> {
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

/** True while this process prepares the dossier; false after its deletion or a restart elsewhere. */
export async function isDossierRunning(db: Reader, { id, attempts }: BegunDossier): Promise<boolean> {
  const row = await db
    .selectFrom('dossier_job')
    .select('state')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return row?.state === 'running'
}

export async function setDossierProgress(
  db: Writer,
  { id, attempts }: BegunDossier,
  progress: number,
): Promise<void> {
  await db
    .updateTable('dossier_job')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .execute()
}

/** Stores the prepared dossier, unless it was deleted or restarted elsewhere meanwhile. */
export async function finishDossier(
  db: Writer,
  { id, attempts }: BegunDossier,
  sealed: SealedDossier,
  files: string,
): Promise<void> {
  await unfinished(db, id)
    .where('attempts', '=', attempts)
    .set({
      state: 'done',
      progress: 1,
      ...columnsOf(sealed, files),
      changed_at: new Date().toISOString(),
    })
    .execute()
}

/** Replaces the prepared dossier by its remains. */
export async function replacePrepared(
  db: Writer,
  { id, signature }: Pick<PreparedDossier, 'id' | 'signature'>,
  sealed: SealedDossier,
  files: string,
): Promise<void> {
  await db
    .updateTable('dossier_job')
    .set(columnsOf(sealed, files))
    .where('id', '=', id)
    .where('signature', '=', signature)
    .execute()
}

function columnsOf({ readme, chain, signature, size, keyId }: SealedDossier, files: string) {
  return { files, readme, chain: JSON.stringify(chain), signature, size, key_id: keyId }
}

export async function failDossier(
  db: Writer,
  { id, attempts }: BegunDossier,
  error: DossierFailure,
  failedFile: string | null,
): Promise<void> {
  await unfinished(db, id)
    .where('attempts', '=', attempts)
    .set({ state: 'failed', error, failed_file: failedFile, changed_at: new Date().toISOString() })
    .execute()
}

function unfinished(db: Writer, id: number) {
  return db.updateTable('dossier_job').where('id', '=', id).where('state', 'in', UNFINISHED_DOSSIERS)
}

/** Deletes an unfinished job. A finished one stays. @returns whether it was deleted */
export async function cancelDossierJob(db: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dossier_job')
    .where('id', '=', id)
    .where('state', 'in', UNFINISHED_DOSSIERS)
    .executeTakeFirst()
  return numDeletedRows > 0
}
