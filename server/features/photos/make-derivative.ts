import type { Photo } from '#domain/photo.ts'
import type { Services } from '#server/core/env.ts'
import { removeFoldersOfDeletedTurbine } from '#server/features/turbines/turbine-files.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { FileId } from '#server/infrastructure/store/file-store.ts'
import { photoExists } from './photo-queries.ts'

/**
 * Makes a derivative of a photo, and removes it if the photo is deleted meanwhile.
 *
 * @param keep makes the file and keeps it in the store
 * @throws ApiError `photo_not_found` if the photo was deleted; what `keep` throws
 */
export async function makeDerivative(
  { db, store }: Services,
  photo: Pick<Photo, 'id' | 'key'>,
  file: FileId,
  keep: () => Promise<void>,
): Promise<void> {
  const failed = await keep().then(
    () => undefined,
    (error) => ({ error }),
  )
  if (await photoExists(db.read, photo.id)) {
    if (failed) throw failed.error
    return
  }
  // A deletion removes the row before the files, so it may have missed this one.
  await store.remove([file])
  await removeFoldersOfDeletedTurbine(store, db.read, photo.key)
  throw new ApiError('photo_not_found', { cause: failed?.error })
}
