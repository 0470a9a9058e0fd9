import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'
import { invalid } from './errors.ts'

/**
 * Refuses a request before anything looks at it: one with a NUL in its address, which ends a text for the database and
 * the file system, and one with several `Host` headers, of which a proxy may have read another one than we do.
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
