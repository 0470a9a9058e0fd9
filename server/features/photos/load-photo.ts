import type { Photo } from '#domain/photo.ts'
import { loadRecord } from '#server/core/access/checked-transaction.ts'
import { getPhoto } from './photo-queries.ts'

declare module '#server/core/env.ts' {
  interface LoadedRecords {
    photo: Photo
  }
}

/** Finds the photo of the path; needs `loadTurbine` before it. @throws ApiError `photo_not_found` */
export const loadPhoto = loadRecord('photo', (db, { turbine }, { photoId }: { photoId: number }) =>
  getPhoto(db, turbine.id, photoId),
)
