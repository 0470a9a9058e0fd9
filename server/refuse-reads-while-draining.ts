import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'
import { ApiError } from './errors.ts'

/**
 * Refuses reads while a server that stops still answers. A balancer repeats them at another server, and sends nothing more to this
 * one. Changes are answered, because a balancer does not repeat them. Every answer closes its connection.
 *
 * @throws ApiError `shutting_down`
 */
export const refuseReadsWhileDraining = createMiddleware<Env>((c, next) => {
  if (!c.get('services').draining) return next()
  if (['GET', 'HEAD'].includes(c.req.method)) {
    throw new ApiError('shutting_down', { headers: { Connection: 'close', 'Retry-After': '5' } })
  }
  c.header('Connection', 'close')
  return next()
})
