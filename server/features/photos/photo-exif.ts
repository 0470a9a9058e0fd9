import type { Photo, PhotoExif } from '#domain/photo.ts'
import type { Services } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { Asker } from '#server/infrastructure/images/fair-queue.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'

const NO_EXIF: PhotoExif = { taken_at: null, camera: null, gps: null }

/**
 * What the camera wrote into the original. It is read from the file each time, so that photos that are older than this call have it too.
 *
 * @throws ApiError `photo_not_found` if the file has just been deleted
 */
export async function readPhotoExif(
  { store, incoming, images }: Pick<Services, 'store' | 'incoming' | 'images'>,
  asker: Asker,
  photo: Photo,
): Promise<PhotoExif> {
  // A point cloud has no size in pixels.
  if (photo.width === null) return NO_EXIF
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  if (!(await store.copyTo(originalOf(photo.key), path))) throw new ApiError('photo_not_found')
  return (await images.readExif(path, { asker, urgency: 'now' })) ?? NO_EXIF
}
