import type { Photo } from '#domain/photo.ts'
import { loadRecordAfter } from '#server/core/access/checked-transaction.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { getPhoto } from './photo-queries.ts'

declare module '#server/core/env.ts' {
  interface LoadedRecords {
    photo: Photo
  }
}

/** Loads the turbine and the photo of the path. @throws ApiError `turbine_not_found`, `photo_not_found` */
export const loadPhoto = loadRecordAfter(
  loadTurbine,
  'photo',
  (db, { turbine }, { photoId }: { photoId: number }) => getPhoto(db, turbine.id, photoId),
)
