import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { permit } from '#server/core/access/authenticate.ts'
import { bearerToken } from '#server/core/access/bearer-token.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Headers added by proxies. */
const PROXY_HEADERS = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Allows requests from the server's machine, or with the token. @throws ApiError `forbidden` */
const refuseOutsiders = createMiddleware<Env>(async (c, next) => {
  if (!isFromThisMachine(c) && !hasToken(c)) throw new ApiError('forbidden')
  await next()
})

/** Mounted at `/metrics`. */
export const metricsRoutes = new Hono<Env>().get(
  '/',
  permit('metrics.read'),
  answers(
    "Get the Prometheus metrics. Only from the server's own machine without a proxy, or with `METRICS_TOKEN` as bearer token.",
    200,
    'text/plain',
    'forbidden',
  ),
  refuseOutsiders,
  async (c) => {
    const { type, text } = await c.var.services.metrics.text()
    return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  },
)

/** True for a loopback address without a forwarding proxy on the same machine. */
function isFromThisMachine(c: ApiContext): boolean {
  const address = c.env?.incoming?.socket.remoteAddress
  if (address === undefined || PROXY_HEADERS.some((name) => c.req.header(name) !== undefined)) return false
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

function hasToken(c: ApiContext): boolean {
  const { metricsToken } = c.var.services.config
  const given = bearerToken(c)
  return (
    metricsToken !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(metricsToken))
  )
}

/** A hash, because `timingSafeEqual` needs two values of the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
