import { admit } from '#server/auth/change.ts'
import { getPhoto } from './photo-queries.ts'

/** Sets `photo` to the one the path names; stands behind `loadTurbine`. @throws ApiError `photo_not_found` */
export const loadPhoto = admit<{ photoId: number }>(async (c, db) => {
  c.set('photo', await getPhoto(db, c.var.turbine.id, c.req.valid('param').photoId))
})
