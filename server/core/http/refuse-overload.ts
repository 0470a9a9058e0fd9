import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const RETRY_AFTER_S = '5'

/**
 * Refuses calls while the event loop is overloaded, so that accepted ones are answered. The health check is always answered.
 *
 * @throws ApiError `overloaded`
 */
export const refuseOverload = createMiddleware<Env>((c, next) => {
  const { path } = c.req
  if (c.get('services').eventLoop.isOverloaded && path.startsWith('/api/') && path !== '/api/health')
    throw new ApiError('overloaded', { headers: { 'Retry-After': RETRY_AFTER_S } })
  return next()
})
