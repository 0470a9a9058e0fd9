import type { Context, MiddlewareHandler, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Action, hasPermission, isOpen, type OpenAction, type Viewer } from '#domain/permissions.ts'
import type { ApiContext, Env, Loaded, SignedIn } from '#server/core/env.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { bearerToken } from './bearer-token.ts'
import { clientPlace } from './client-address.ts'
import { RequestSlot } from './request-slots.ts'
import type { SignedInViewer } from './sessions.ts'
import { type Claims, readToken } from './token.ts'

type FindViewer = (c: ApiContext) => Promise<SignedInViewer | undefined>

/** Methods without side effects. */
const READING = ['GET', 'HEAD']

/** The actions that are allowed before a user has replaced a mailed password. */
export const BEFORE_PASSWORD_CHOICE: Action[] = ['password.change', 'session.end']

/**
 * The authorization middleware, and the first handler of every route. It loads the session, sets `viewer`, and refuses roles without a
 * permission for `action`; the queries check which records it covers. Role and company always come from the database, never from the token.
 *
 * @param find how to find the session: by the bearer token, or also by the cookie
 * @throws ApiError `unauthenticated`, `password_change_required`, `forbidden`
 */
export function permit<A extends Action>(action: A, find: FindViewer = findByBearer): Permit<A> {
  if (isOpen(action)) {
    const open = Object.assign(
      createMiddleware<Env>(async (c, next) => {
        c.set('action', action)
        // Public content is answered from memory, and health must be answered under load.
        if (READING.includes(c.req.method)) return next()
        const slot = new RequestSlot(c.get('services').requestSlots, `network ${clientPlace(c)}`)
        await takeSlot(c, slot)
        return runInSlot(c, slot, next)
      }),
      { action },
    )
    return open as unknown as Permit<A>
  }
  const authorize = (viewer: SignedInViewer | undefined): SignedInViewer => {
    if (!viewer) throw new ApiError('unauthenticated')
    if (viewer.must_change_password && !BEFORE_PASSWORD_CHOICE.includes(action)) {
      throw new ApiError('password_change_required')
    }
    if (!hasPermission(viewer, action)) throw new ApiError('forbidden')
    return viewer
  }
  const check = createMiddleware<Loaded<SignedIn>>(async (c, next) => {
    const { sessions, db, requestSlots, log } = c.get('services')
    c.set('action', action)
    const identify = async () => {
      // Read before the session, so that no older revision is cached as this one.
      c.set('revision', await db.revision())
      return authorize(await find(c))
    }
    const found = await identify()
    const slot = new RequestSlot(requestSlots, `user ${found.id}`)
    const hasWaited = await takeSlot(c, slot)
    await runInSlot(c, slot, async () => {
      // The session may have ended while the request waited.
      const viewer = hasWaited ? await identify() : found
      c.set('viewer', viewer)
      c.set('checks', [
        async (transaction) => ({ viewer: authorize(await sessions.find(viewer.sessionId, transaction)) }),
      ])
      // An open page polls whether its session still exists, which is no use of it.
      if (action !== 'session.use' && action !== 'session.end') sessions.prolong(viewer, log)
      await next()
    })
  })
  return Object.assign(check, { action }) as unknown as Permit<A>
}

/**
 * Waits for a request slot.
 *
 * @returns true if it had to wait
 * @throws ApiError `too_many_requests`; `validation_failed`, which reaches no client, if the client has gone meanwhile
 */
async function takeSlot(c: ApiContext, slot: RequestSlot): Promise<boolean> {
  const waiting = slot.take()
  if (!waiting) return false
  await waiting
  if (c.env?.incoming?.socket.destroyed) {
    slot.release()
    throw invalid('', 'broken_off')
  }
  return true
}

async function runInSlot(c: Context, slot: RequestSlot, next: Next): Promise<void> {
  c.set('slot', slot)
  try {
    await next()
  } finally {
    slot.release()
  }
}

/** The first handler of a route. Only actions that need a sign-in have a viewer. */
export type Permit<A extends Action = Action> = MiddlewareHandler<
  A extends OpenAction ? Env : Loaded<SignedIn>
> & { readonly action: A }

/** The action of a permit; undefined for other handlers. */
export function actionOf(handler: unknown): Action | undefined {
  return (handler as Partial<Permit>).action
}

/** The claims of the bearer token; undefined without a valid token of this server. */
export async function readBearer(c: ApiContext): Promise<Claims | undefined> {
  const token = bearerToken(c)
  return token === undefined ? undefined : readToken(token, c.var.services.tokenSecret)
}

async function findByBearer(c: ApiContext): Promise<SignedInViewer | undefined> {
  const token = bearerToken(c)
  if (token === undefined) return undefined
  const { viewerCache, sessions, tokenSecret } = c.get('services')
  const revision = c.get('revision')
  const known = viewerCache.find('token', token, isCurrentFor(c))
  if (known) return known
  const claims = viewerCache.findClaims(token) ?? (await readToken(token, tokenSecret))
  const viewer = claims && (await sessions.find(claims.sid))
  if (!viewer || String(viewer.id) !== claims.sub) return undefined
  viewerCache.addClaims(token, claims)
  viewerCache.add('token', token, revision, viewer, claims.exp * 1000)
  return viewer
}

/**
 * Finds the session by the bearer token, or by the cookie, because `<img>` and links send no `Authorization` header. A cookie does not
 * count on a cross-site request.
 */
export async function findByBearerOrCookie(c: ApiContext): Promise<SignedInViewer | undefined> {
  const cookie = isFromOtherSite(c) ? undefined : c.req.header('Cookie')
  const viewer = await findByBearer(c)
  return viewer || cookie === undefined ? viewer : findByCookie(c, cookie)
}

/**
 * True if a page of another origin requested the file, according to the browser. False for a link that a person opened on another page or
 * in a mail: the file is then a page of its own, which no other page can read.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
function isFromOtherSite(c: ApiContext): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return c.req.header('Sec-Fetch-Mode') !== 'navigate' || c.req.header('Sec-Fetch-Dest') !== 'document'
}

/** Whether a viewer sees the same as at an earlier revision. */
export function isCurrentFor(c: ApiContext): (revision: number, viewer: Viewer) => boolean {
  const { db } = c.get('services')
  const now = c.get('revision')
  return (revision, viewer) =>
    db.isCurrent(revision, now, viewer.role === 'superadmin' ? undefined : viewer.company_id)
}

async function findByCookie(c: ApiContext, cookie: string): Promise<SignedInViewer | undefined> {
  const { viewerCache, sessions } = c.get('services')
  const revision = c.get('revision')
  const known = viewerCache.find('cookie', cookie, isCurrentFor(c))
  if (known) return known
  const viewer = await sessions.findByCookie(cookie)
  if (viewer) viewerCache.add('cookie', cookie, revision, viewer)
  return viewer
}
