import { loadRecordAfter } from '#server/core/access/checked-transaction.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { getPhoto } from './photo-queries.ts'

/** Loads the turbine and the photo of the path. @throws ApiError `turbine_not_found`, `photo_not_found` */
export const loadPhoto = loadRecordAfter(
  loadTurbine,
  'photo',
  (db, { turbine }, { photoId }: { photoId: number }) => getPhoto(db, turbine.id, photoId),
)
