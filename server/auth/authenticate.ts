import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Action, holds } from '#domain/permissions.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import type { SignedInViewer } from './sessions.ts'
import { type Claims, readToken } from './token.ts'

/** Lets only callers through whom `find` knows, and sets `viewer`. Role and company come from the database, never from the token. */
const signedIn = (find: (c: Context<Env>) => Promise<SignedInViewer | undefined>) =>
  createMiddleware<Env>(async (c, next) => {
    const viewer = await find(c)
    if (!viewer) throw new ApiError('unauthenticated')
    c.set('viewer', viewer)
    await next()
  })

/** Lets only callers with a living session's bearer token through. */
export const authenticate = signedIn(findByBearer)

/** As `authenticate`, but takes the cookie too: `<img>` and plain links carry no header. */
export const authenticateMedia = signedIn(async (c) => {
  const cookie = c.req.header('Cookie')
  const viewer = await findByBearer(c)
  return viewer || cookie === undefined ? viewer : c.var.services.sessions.findByCookie(cookie)
})

/** Lets only roles through that hold `action` at all; whose records it reaches, the queries say. */
export const permit = (action: Action) =>
  createMiddleware<Env>(async (c, next) => {
    if (!holds(c.var.viewer, action)) throw new ApiError('forbidden')
    await next()
  })

/** The claims of the request's bearer token, if it is one of ours. */
export async function readBearer(c: Context<Env>): Promise<Claims | undefined> {
  const match = /^Bearer +([^\s]+)$/i.exec(c.req.header('Authorization') ?? '')
  return match?.[1] === undefined ? undefined : readToken(match[1], c.var.services.tokenSecret)
}

async function findByBearer(c: Context<Env>): Promise<SignedInViewer | undefined> {
  const claims = await readBearer(c)
  const viewer = claims && (await c.var.services.sessions.find(claims.sid))
  return viewer && String(viewer.id) === claims.sub ? viewer : undefined
}

/** The address of who is asking: the socket's, or what the configured number of proxies in front say of it. */
export function clientAddress(c: Context<Env>): string {
  const { trustProxy } = c.var.services.config
  if (trustProxy > 0) {
    const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const address = hops.at(-trustProxy)
    if (address) return address
  }
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown'
}
