import type { Updateable } from 'kysely'
import { ORIGINAL_SHOWN_PIXELS_MAX } from '#domain/limits.ts'
import { NO_EXIF, PhotoExif } from '#domain/photo.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { Gpano, type ImageMetadata } from '#server/infrastructure/images/decode-request.ts'

/** What the file of a photo says about the sphere; undefined if the upload did not read it, as for older photos. */
export async function findGpano(db: Reader, id: number): Promise<Gpano | null | undefined> {
  const row = await db.selectFrom('photo').select('gpano').where('id', '=', id).executeTakeFirst()
  return parseGpano(row?.gpano ?? null)
}

/** The column `gpano`; undefined if it is not read yet. */
export function parseGpano(gpano: string | null): Gpano | null | undefined {
  return gpano === null ? undefined : Gpano.nullable().parse(JSON.parse(gpano))
}

/** What the camera wrote into a photo; null if it is not read yet. */
export async function findExif(db: Reader, id: number): Promise<PhotoExif | null> {
  const row = await db.selectFrom('photo').select('exif').where('id', '=', id).executeTakeFirst()
  return row?.exif ? PhotoExif.parse(JSON.parse(row.exif)) : null
}

/**
 * Photos of which this version has not read what they say about themselves, the newest first: people look at those.
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

/** @param read null if the file is missing, damaged or hostile: then what a former version has read stays */
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

/** What the file of a picture says about itself, as it is stored. */
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

/** Whether the original is shown of a photo that nobody has read: a JPEG that is not too large. */
export function isShownUnread({
  media_type,
  width,
  height,
}: Pick<UnreadPhoto, 'media_type' | 'width' | 'height'>): boolean {
  return media_type === 'image/jpeg' && (width ?? 0) * (height ?? 0) <= ORIGINAL_SHOWN_PIXELS_MAX
}
