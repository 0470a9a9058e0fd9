import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/**
 * Closes the connections of reads without an answer while a server that stops still works. A balancer repeats them at another server and
 * sends nothing more to this one. Changes are answered, because a balancer must not repeat them. The health check is answered, too.
 *
 * @throws ApiError `shutting_down`, which nobody receives
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
