import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/**
 * Closes the connections of reads without an answer while a stopping server drains. A balancer retries them at another server and sends
 * nothing more here. Changes are answered, because a balancer must not retry them; so is the health check.
 *
 * @throws ApiError `shutting_down`, which reaches no client
 */
export const closeReadsWhileDraining = createMiddleware<Env>((c, next) => {
  if (!c.get('services').draining) return next()
  if (['GET', 'HEAD'].includes(c.req.method) && c.req.path !== '/api/health') {
    c.env?.incoming?.socket.destroy()
    throw new ApiError('shutting_down')
  }
  c.header('Connection', 'close')
  return next()
})
