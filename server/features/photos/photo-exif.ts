import { NO_EXIF, type Photo, type PhotoExif } from '#domain/photo.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { findExif } from './metadata-queries.ts'

/**
 * The camera data of the photo, read by the upload.
 *
 * @returns null for an older, unread photo, which `readMetadataJob` will read
 */
export async function readPhotoExif(db: Reader, { id, width }: Photo): Promise<PhotoExif | null> {
  // A point cloud has no size in pixels.
  return width === null ? NO_EXIF : await findExif(db, id)
}
