import { hasPermission } from '#domain/permissions.ts'
import { mayChangeUser, mayManageUser } from '#domain/user.ts'
import { loadRecord } from '#server/core/access/checked-transaction.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { getUser } from './user-queries.ts'

/**
 * Loads the user of the path, before the body is read.
 *
 * @throws ApiError `user_not_found`, also for a user of a company that the caller may not see; `forbidden` for the protected user and for
 *   users with a higher role than the caller
 */
export const loadUser = loadRecord('user', async (db, { caller }, { id }: { id: number }, { config }) => {
  const user = await getUser(db, caller, id, config.protectedUserId)
  if (user.is_protected || !mayManageUser(caller, user)) {
    throw new ApiError('forbidden')
  }
  return user
})

/**
 * Loads the user whose mails are chosen: the caller, or a user whom the caller may edit.
 *
 * @throws ApiError `forbidden`, `user_not_found`
 */
export const loadNoticedUser = loadRecord(
  'user',
  async (db, { caller }, { id }: { id: number }, services) => {
    if (id !== caller.id && !hasPermission(caller, 'user.edit')) throw new ApiError('forbidden')
    const user = await getUser(db, caller, id, services.config.protectedUserId)
    if (id !== caller.id && !mayChangeUser(caller, 'user.edit', user)) throw new ApiError('forbidden')
    return user
  },
)
