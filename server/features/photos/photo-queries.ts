import type { Insertable, Selectable } from 'kysely'
import { PhotoScale } from '#domain/findings/photo-scale.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Photo, PhotoFilter, PhotoLook } from '#domain/photo.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { mediaUrl, thumbnailUrl } from '#server/infrastructure/store/media-url.ts'
import { detectSphere } from './detect-sphere.ts'
import { isShownUnread, parseGpano } from './metadata-queries.ts'

export type NewPhoto = Insertable<Schema['photo']>

const COLUMNS = [
  'id',
  'key',
  'original_name',
  'room',
  'blade',
  'category',
  'year',
  'month',
  'size',
  'sha256',
  'media_type',
  'width',
  'height',
  'gpano',
  'original_shown',
  'looked_at',
  'uploaded_at',
  'uploader_name',
  'uploader_email',
] as const

/**
 * The photos of a turbine, newest first. Without `view=all` or a category: blade photos only. Requires that the caller
 * may read the turbine.
 */
export async function listPhotos(db: Reader, turbineId: number, filter: PhotoFilter): Promise<Photo[]> {
  const category = filter.category ?? (filter.view === 'all' ? undefined : 'blade')
  let query = db.selectFrom('photo').select(COLUMNS).where('turbine_id', '=', turbineId)
  if (category !== undefined) query = query.where('category', '=', category)
  if (filter.room !== undefined) query = query.where('room', '=', filter.room)
  if (filter.year !== undefined) query = query.where('year', '=', filter.year)
  const rows = await query.orderBy('uploaded_at', 'desc').orderBy('id', 'desc').execute()
  return mapInTurns(rows, asPhoto)
}

/** @throws ApiError `photo_not_found` if the turbine has no such photo */
export async function getPhoto(db: Reader, turbineId: number, id: number): Promise<Photo> {
  const row = await db
    .selectFrom('photo')
    .select(COLUMNS)
    .where('turbine_id', '=', turbineId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('photo_not_found')
  return asPhoto(row)
}

/**
 * The photos of the turbine with these ids, newest first.
 *
 * @throws ApiError `photo_not_found` if the turbine lacks one of them
 */
export async function getPhotos(db: Reader, turbineId: number, ids: readonly number[]): Promise<Photo[]> {
  const distinct = [...new Set(ids)]
  const rows = await readInGroups(distinct, (group) =>
    db
      .selectFrom('photo')
      .select(COLUMNS)
      .where('turbine_id', '=', turbineId)
      .where('id', 'in', idList(db, group))
      .execute(),
  )
  if (rows.length !== distinct.length) throw new ApiError('photo_not_found')
  return mapInTurns(rows.sort(newestFirst), asPhoto)
}

/** @throws ApiError `photo_not_found` if the turbine lacks one of these photos */
export async function refuseMissingPhotos(
  db: Reader,
  turbineId: number,
  ids: readonly number[],
): Promise<void> {
  const distinct = [...new Set(ids)]
  const { count } = await db
    .selectFrom('photo')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('turbine_id', '=', turbineId)
    .where('id', 'in', idList(db, distinct))
    .executeTakeFirstOrThrow()
  if (Number(count) !== distinct.length) throw new ApiError('photo_not_found')
}

export async function hasPhotoNamed(db: Reader, turbineId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('photo')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('original_name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * @throws ApiError `photo_name_taken` if another photo of the turbine got this name meanwhile; `turbine_not_found` if the turbine was
 *   deleted
 */
export async function insertPhoto(db: Writer, photo: NewPhoto): Promise<Photo> {
  const row = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('photo')
      .values(photo)
      .onConflict((conflict) => conflict.columns(['turbine_id', 'original_name']).doNothing())
      .returning(COLUMNS)
      .executeTakeFirst(),
  )
  if (!row) throw new ApiError('photo_name_taken')
  return asPhoto(row)
}

/** @returns the id and the name of the deleted photo @throws ApiError `photo_not_found` */
export async function deletePhoto(
  db: Writer,
  turbineId: number,
  key: string,
): Promise<{ id: number; original_name: string }> {
  const row = await db
    .deleteFrom('photo')
    .where('turbine_id', '=', turbineId)
    .where('key', '=', key)
    .returning(['id', 'original_name'])
    .executeTakeFirst()
  if (!row) throw new ApiError('photo_not_found')
  return row
}

/** The data for sending a photo; undefined if it is missing or invisible to the caller. */
export function findPhotoFile(db: Reader, caller: Caller, key: string) {
  return db
    .selectFrom('photo')
    .innerJoin('turbine', 'turbine.id', 'photo.turbine_id')
    .select(['photo.key', 'photo.media_type', 'photo.sha256', 'photo.size', 'photo.width'])
    .where('photo.key', '=', key)
    .$if(!mayEverywhere(caller, 'photo.read'), (query) =>
      query.where('turbine.company_id', '=', caller.company_id),
    )
    .executeTakeFirst()
}

/** The data for sending a photo's tile; undefined if it is missing or invisible to the caller. */
export function findTiledPhoto(db: Reader, caller: Caller, id: number) {
  return db
    .selectFrom('photo')
    .innerJoin('turbine', 'turbine.id', 'photo.turbine_id')
    .select(['photo.id', 'photo.key', 'photo.size', 'photo.sha256', 'photo.width', 'photo.height'])
    .where('photo.id', '=', id)
    .$if(!mayEverywhere(caller, 'photo.read'), (query) =>
      query.where('turbine.company_id', '=', caller.company_id),
    )
    .executeTakeFirst()
}

/** The data for tiling a photo; undefined if it was deleted. */
export function findPhotoToTile(db: Reader, id: number) {
  return db
    .selectFrom('photo')
    .select(['id', 'key', 'size', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The reference line of a photo, or null. */
export async function findScale(db: Reader, id: number): Promise<PhotoScale | null> {
  const row = await db.selectFrom('photo').select('scale').where('id', '=', id).executeTakeFirst()
  return row?.scale ? PhotoScale.parse(JSON.parse(row.scale)) : null
}

export async function setScale(db: Writer, id: number, scale: PhotoScale | null): Promise<void> {
  await db
    .updateTable('photo')
    .set({ scale: scale && JSON.stringify(scale) })
    .where('id', '=', id)
    .execute()
}

export async function photoExists(db: Reader, id: number): Promise<boolean> {
  return (await db.selectFrom('photo').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The order of `uploaded_at desc, id desc`. */
function newestFirst(one: PhotoRow, two: PhotoRow): number {
  if (one.uploaded_at !== two.uploaded_at) return one.uploaded_at < two.uploaded_at ? 1 : -1
  return two.id - one.id
}

type PhotoRow = Pick<Selectable<Schema['photo']>, (typeof COLUMNS)[number]>

function asPhoto(row: PhotoRow): Photo {
  const { original_name, uploaded_at, media_type: _, gpano, original_shown, ...rest } = row
  const { width, height } = row
  return {
    ...rest,
    file_path: row.key,
    url: mediaUrl(row.key),
    thumb_url: width === null || height === null ? null : thumbnailUrl(row.key, { width, height }),
    is_sphere:
      width !== null &&
      height !== null &&
      detectSphere({ width, height }, parseGpano(gpano) ?? null).sphere !== null,
    original_shown: original_shown === null ? isShownUnread(row) : original_shown === 1,
    originalName: original_name,
    upload_date: uploaded_at,
    lastModified: uploaded_at,
    uploaded_by: row.uploader_name,
  }
}

/** Marks a photo as inspected by the user, or unmarks it. One with a finding stays inspected. @returns the current state */
export async function inspectPhoto(
  db: Writer,
  photo: Pick<Photo, 'id' | 'looked_at'>,
  userId: number,
  looked: boolean,
): Promise<PhotoLook> {
  if (looked === (photo.looked_at !== null)) return { looked }
  const finding = await db
    .selectFrom('finding')
    .select('id')
    .where('photo_id', '=', photo.id)
    .limit(1)
    .executeTakeFirst()
  if (!looked && finding) return { looked: true }
  const columns = looked
    ? { looked_at: new Date().toISOString(), looked_by: userId }
    : { looked_at: null, looked_by: null }
  await db.updateTable('photo').set(columns).where('id', '=', photo.id).execute()
  return { looked }
}
