import { NO_EXIF, type Photo, type PhotoExif } from '#domain/photo.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { findExif } from './metadata-queries.ts'

/**
 * What the camera wrote into the photo. The upload has read it.
 *
 * @returns null if it is not read yet, because the photo is older than this; `readMetadataJob` will
 */
export async function readPhotoExif(db: Reader, { id, width }: Photo): Promise<PhotoExif | null> {
  // A point cloud has no size in pixels.
  return width === null ? NO_EXIF : await findExif(db, id)
}
