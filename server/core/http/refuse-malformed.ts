import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'
import { invalid } from '#server/infrastructure/errors.ts'

/**
 * Refuses malformed requests before all other handlers: a NUL in the address, because databases and file systems end a text there, and
 * several `Host` headers, because a proxy may have used another one than this server.
 *
 * @throws ApiError `validation_failed`
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const refuseMalformed = createMiddleware<Env>((c, next) => {
  if (c.req.url.includes('%00')) throw invalid('', 'nul')
  if (countHosts(c.env?.incoming?.rawHeaders ?? []) > 1) throw invalid('Host', 'repeated')
  return next()
})

/** @param rawHeaders names and values in turn: `headers` has only the first `Host` */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
