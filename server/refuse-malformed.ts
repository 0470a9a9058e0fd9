import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'
import { invalid } from './errors.ts'

/**
 * Refuses malformed requests before all other handlers: those with a NUL in the address, because the database and the file system
 * end a text there, and those with several `Host` headers, because a proxy may have used another one than this server.
 *
 * @throws ApiError `validation_failed`
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const refuseMalformed = createMiddleware<Env>(async (c, next) => {
  if (c.req.url.includes('%00')) throw invalid('', 'nul')
  // Node keeps the first `Host` in `headers` and drops the others.
  const names = c.env?.incoming?.rawHeaders.filter((_, index) => index % 2 === 0) ?? []
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1) throw invalid('Host', 'repeated')
  await next()
})
