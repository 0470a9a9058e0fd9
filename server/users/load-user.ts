import { createMiddleware } from 'hono/factory'
import { mayTouchUser } from '#domain/user.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { getUser } from './user-queries.ts'

/**
 * Sets `user` to the one the path names, before any of the body is read.
 *
 * @throws ApiError `user_not_found`, for a foreign company's just as for a missing one; `forbidden` for the protected
 *   user and for those above the viewer.
 */
export const loadUser = createMiddleware<Env, string, { out: { param: { id: number } } }>(async (c, next) => {
  const { viewer, services } = c.var
  const user = await getUser(services.db.read, viewer, c.req.valid('param').id)
  if (user.id === services.config.protectedUserId || !mayTouchUser(viewer, user)) {
    throw new ApiError('forbidden')
  }
  c.set('user', user)
  await next()
})
