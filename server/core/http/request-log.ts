import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { callerIfSignedIn } from '#server/core/access/caller-of.ts'
import { clientAddress } from '#server/core/access/client-address.ts'
import { warnOfUncountedProxy } from '#server/core/access/uncounted-proxy.ts'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { requestLog } from './log.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Counts every answered request in the metrics and logs it at a level by importance. */
export const logRequest = createMiddleware<Env>(async (c, next) => {
  const start = performance.now()
  // A closed socket has no address, so it is read first.
  const address = clientAddress(c)
  warnOfUncountedProxy(c)
  await next()
  const ms = performance.now() - start
  const { method } = c.req
  const { status } = c.res
  c.get('services').metrics.requests.observe({ method, route: routeOf(c), status }, ms / 1000)

  const level = isHealthAnswer(c.error) ? 'debug' : levelOf(method, status)
  if (!c.get('services').log.isLevelEnabled(level)) return
  // The query is not logged, because it may have personal data.
  requestLog(c)[level](
    {
      method,
      path: loggedPath(c.req.path),
      status,
      ms: Math.round(ms),
      user: callerIfSignedIn(c)?.id,
      address,
      ...(status >= 500 && { err: c.error }),
    },
    'answered',
  )
})

/** A path with the token of an invitation, which would let its reader in. */
const SECRET_PATH = /^(\/api\/invitations\/).+/

/** The path of a request, without secrets. */
function loggedPath(path: string): string {
  return path.replace(SECRET_PATH, '$1…')
}

/** Changes and refusals are logged at level info, successful reads at debug. */
function levelOf(method: string, status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error'
  return status >= 400 || !READING.includes(method) ? 'info' : 'debug'
}

/** True for a failed health check: it repeats every few seconds, and its cause is logged already. */
function isHealthAnswer(error: Error | undefined): boolean {
  return error instanceof ApiError && error.code === 'unhealthy'
}

/** The pattern of the route, or `*`, which bounds the number of labels under invented addresses. */
function routeOf(c: Context<Env>): string {
  return matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? '*'
}
