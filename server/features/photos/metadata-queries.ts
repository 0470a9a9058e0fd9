import type { Updateable } from 'kysely'
import { ORIGINAL_SHOWN_PIXELS_MAX } from '#domain/limits.ts'
import { NO_EXIF, PhotoExif } from '#domain/photo.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { Gpano, type ImageMetadata } from '#server/infrastructure/images/decode-request.ts'

/** The sphere data of a photo's file; undefined if unread, as for older photos. */
export async function findGpano(db: Reader, id: number): Promise<Gpano | null | undefined> {
  const row = await db.selectFrom('photo').select('gpano').where('id', '=', id).executeTakeFirst()
  return parseGpano(row?.gpano ?? null)
}

/** The column `gpano`; undefined if unread. */
export function parseGpano(gpano: string | null): Gpano | null | undefined {
  return gpano === null ? undefined : Gpano.nullable().parse(JSON.parse(gpano))
}

/** A photo's camera data; null if unread. */
export async function findExif(db: Reader, id: number): Promise<PhotoExif | null> {
  const row = await db.selectFrom('photo').select('exif').where('id', '=', id).executeTakeFirst()
  return row?.exif ? PhotoExif.parse(JSON.parse(row.exif)) : null
}

/**
 * Photos with metadata unread by this version, newest first, because those are looked at.
 *
 * @param below only photos with smaller ids
 */
export function listUnreadPhotos(db: Reader, count: number, below?: number) {
  return db
    .selectFrom('photo')
    .select(['id', 'key', 'size', 'media_type', 'width', 'height', 'exif', 'gpano', 'orientation'])
    .where('original_shown', 'is', null)
    .where('width', 'is not', null)
    .$if(below !== undefined, (query) => query.where('id', '<', below as number))
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

type MetadataColumns = Required<
  Updateable<Pick<Schema['photo'], 'exif' | 'gpano' | 'orientation' | 'original_shown'>>
>

export type UnreadPhoto = Awaited<ReturnType<typeof listUnreadPhotos>>[number]

/** @param read null if the file is missing, damaged or hostile: a former version's data stay */
export async function setMetadata(db: Writer, photo: UnreadPhoto, read: ImageMetadata | null): Promise<void> {
  const columns: MetadataColumns = read
    ? metadataColumns(read)
    : {
        exif: photo.exif ?? JSON.stringify(NO_EXIF),
        gpano: photo.gpano ?? JSON.stringify(null),
        orientation: photo.orientation,
        original_shown: isShownUnread(photo) ? 1 : 0,
      }
  await db.updateTable('photo').set(columns).where('id', '=', photo.id).execute()
}

/** A picture's metadata as stored. */
export function metadataColumns({
  exif,
  gpano,
  orientation,
  original_shown,
}: ImageMetadata): MetadataColumns {
  return {
    exif: JSON.stringify(exif),
    gpano: JSON.stringify(gpano),
    orientation,
    original_shown: original_shown ? 1 : 0,
  }
}

/** Whether the original of an unread photo is shown: a JPEG of limited size. */
export function isShownUnread({
  media_type,
  width,
  height,
}: Pick<UnreadPhoto, 'media_type' | 'width' | 'height'>): boolean {
  return media_type === 'image/jpeg' && (width ?? 0) * (height ?? 0) <= ORIGINAL_SHOWN_PIXELS_MAX
}
