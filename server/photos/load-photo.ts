import { admit } from '#server/access/checked-transaction.ts'
import { getPhoto } from './photo-queries.ts'

/** Sets `photo` to the one the path names; stands behind `loadTurbine`. @throws ApiError `photo_not_found` */
export const loadPhoto = admit('photo', (db, { turbine }, { photoId }: { photoId: number }) =>
  getPhoto(db, turbine.id, photoId),
)
