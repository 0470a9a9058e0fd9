import { mayTouchUser } from '#domain/user.ts'
import { admit } from '#server/access/checked-transaction.ts'
import { ApiError } from '#server/errors.ts'
import { getUser } from './user-queries.ts'

/**
 * Sets `user` to the one the path names, before any of the body is read.
 *
 * @throws ApiError `user_not_found`, for a foreign company's just as for a missing one; `forbidden` for the protected
 *   user and for those above the viewer.
 */
export const loadUser = admit('user', async (db, { viewer }, { id }: { id: number }, { config }) => {
  const user = await getUser(db, viewer, id, config.protectedUserId)
  if (user.is_protected || !mayTouchUser(viewer, user)) {
    throw new ApiError('forbidden')
  }
  return user
})
