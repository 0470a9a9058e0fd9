import { loadRecord } from '#server/core/access/checked-transaction.ts'
import { getPhoto } from './photo-queries.ts'

/** Finds the photo of the path; needs `loadTurbine` before it. @throws ApiError `photo_not_found` */
export const loadPhoto = loadRecord('photo', (db, { turbine }, { photoId }: { photoId: number }) =>
  getPhoto(db, turbine.id, photoId),
)
