import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Action, hasPermission, isOpen } from '#domain/permissions.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { bearerToken } from './bearer-token.ts'
import type { SignedInViewer } from './sessions.ts'
import { type Claims, readToken } from './token.ts'

type FindViewer = (c: Context<Env>) => Promise<SignedInViewer | undefined>

/** What somebody who still has to choose a password may do. */
export const BEFORE_PASSWORD_CHOICE: Action[] = ['password.change', 'session.end']

/**
 * Stands first at every route and says what it takes to call it. Finds out who is asking, sets `viewer`, and lets those
 * through whose role holds `action` at all; whose records it reaches, the queries say. Role and company come from the
 * database, never from the token.
 *
 * @param find where to look for the caller's session: the bearer token, unless the route takes the cookie too
 * @throws ApiError `unauthenticated`, `password_change_required`, `forbidden`
 */
export function permit(action: Action, find: FindViewer = findByBearer): Permit {
  if (isOpen(action))
    return Object.assign(
      createMiddleware<Env>((c, next) => {
        c.set('action', action)
        return next()
      }),
      { action },
    )
  const letIn = (viewer: SignedInViewer | undefined): SignedInViewer => {
    if (!viewer) throw new ApiError('unauthenticated')
    if (viewer.must_change_password && !BEFORE_PASSWORD_CHOICE.includes(action)) {
      throw new ApiError('password_change_required')
    }
    if (!hasPermission(viewer, action)) throw new ApiError('forbidden')
    return viewer
  }
  const check = createMiddleware<Env>(async (c, next) => {
    c.set('action', action)
    const viewer = letIn(await find(c))
    c.set('viewer', viewer)
    const { sessions } = c.var.services
    c.set('admissions', [
      async (transaction) => ({ viewer: letIn(await sessions.find(viewer.sessionId, transaction)) }),
    ])
    await next()
  })
  return Object.assign(check, { action })
}

/** A route's first handler. */
export type Permit = MiddlewareHandler<Env> & { readonly action: Action }

/** The action a handler asks for, where it is a permit. */
export function actionOf(handler: unknown): Action | undefined {
  return (handler as Partial<Permit>).action
}

/** The claims of the request's bearer token, if it is one of ours. */
export async function readBearer(c: Context<Env>): Promise<Claims | undefined> {
  const token = bearerToken(c)
  return token === undefined ? undefined : readToken(token, c.var.services.tokenSecret)
}

async function findByBearer(c: Context<Env>): Promise<SignedInViewer | undefined> {
  const claims = await readBearer(c)
  const viewer = claims && (await c.var.services.sessions.find(claims.sid))
  return viewer && String(viewer.id) === claims.sub ? viewer : undefined
}

/** By the bearer token, or by the cookie of a sign-in: `<img>` and plain links carry no header. */
export async function findByBearerOrCookie(c: Context<Env>): Promise<SignedInViewer | undefined> {
  const cookie = c.req.header('Cookie')
  const viewer = await findByBearer(c)
  return viewer || cookie === undefined ? viewer : c.var.services.sessions.findByCookie(cookie)
}
