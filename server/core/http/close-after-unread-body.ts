import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'

/**
 * Says in an answer that comes before the end of its request's body that the connection closes. The rest of the body is read for half a second only, and
 * the next request of a client or proxy that keeps the connection would fail.
 */
export const closeAfterUnreadBody = createMiddleware<Env>(async (c, next) => {
  await next()
  const incoming = c.env?.incoming
  if (!incoming || incoming.complete) return
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
  if (length !== '0' || encoding !== undefined) c.header('Connection', 'close')
})
