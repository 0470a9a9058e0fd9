import { hasPermission } from '#domain/permissions.ts'
import { mayChangeUser, mayManageUser, type User } from '#domain/user.ts'
import { loadRecord } from '#server/core/access/checked-transaction.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { getUser } from './user-queries.ts'

declare module '#server/core/env.ts' {
  interface LoadedRecords {
    user: User
  }
}

/**
 * Loads the user of the path, before the body is read.
 *
 * @throws ApiError `user_not_found`, also for a user of a company that the viewer may not see; `forbidden` for the protected user and for
 *   users with a higher role than the viewer
 */
export const loadUser = loadRecord('user', async (db, { viewer }, { id }: { id: number }, { config }) => {
  const user = await getUser(db, viewer, id, config.protectedUserId)
  if (user.is_protected || !mayManageUser(viewer, user)) {
    throw new ApiError('forbidden')
  }
  return user
})

/**
 * Loads the user whose mails are chosen: the viewer, or a user whom the viewer may edit.
 *
 * @throws ApiError `forbidden`, `user_not_found`
 */
export const loadNoticedUser = loadRecord(
  'user',
  async (db, { viewer }, { id }: { id: number }, services) => {
    if (id !== viewer.id && !hasPermission(viewer, 'user.edit')) throw new ApiError('forbidden')
    const user = await getUser(db, viewer, id, services.config.protectedUserId)
    if (id !== viewer.id && !mayChangeUser(viewer, 'user.edit', user)) throw new ApiError('forbidden')
    return user
  },
)
