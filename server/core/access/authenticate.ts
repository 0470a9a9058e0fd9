import type { Context, MiddlewareHandler, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ErrorCode } from '#domain/answer.ts'
import { type Action, type Caller, hasPermission, isOpen, type OpenAction } from '#domain/permissions.ts'
import type { ApiContext, Env, Loaded, SignedIn } from '#server/core/env.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { bearerToken } from './bearer-token.ts'
import { clientPlace } from './client-address.ts'
import { RequestSlot } from './request-slots.ts'
import type { SignedInCaller } from './signed-in-caller.ts'
import { type Claims, readToken } from './token.ts'

type FindCaller = (c: ApiContext) => Promise<SignedInCaller | undefined>

/** Methods without side effects. */
const READING = ['GET', 'HEAD']

/** A state of a session in which only some actions are allowed. */
interface RestrictedState {
  holds(caller: SignedInCaller): boolean
  allowed: readonly Action[]
  code: ErrorCode
}

/** The restricted states, in the order in which a user leaves them. */
export const RESTRICTED_STATES: readonly RestrictedState[] = [
  {
    holds: ({ awaits_factor }) => awaits_factor,
    allowed: ['factor.prove', 'session.read', 'session.end'],
    code: 'second_factor_required',
  },
  {
    holds: ({ has_mailed_password }) => has_mailed_password,
    allowed: ['password.change', 'session.end'],
    code: 'password_change_required',
  },
  {
    holds: ({ must_enrol_factor }) => must_enrol_factor,
    allowed: [
      'account.read',
      'factor.prove',
      'factor.read',
      'factor.add',
      'factor.remove',
      'password.change',
      'session.read',
      'session.use',
      'session.end',
    ],
    code: 'factor_enrolment_required',
  },
]

/**
 * The authorization middleware, and the first handler of every route. It loads the session, sets `caller`, and refuses roles without a
 * permission for `action`; the queries check which records it covers. Role and company always come from the database, never from the token.
 *
 * @param find how to find the session: by the bearer token, or also by the cookie
 * @throws ApiError `unauthenticated`, `forbidden`, and the codes of `RESTRICTED_STATES`
 */
export function permit<A extends Action>(action: A, find: FindCaller = findByBearer): Permit<A> {
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
  const authorize = (caller: SignedInCaller | undefined): SignedInCaller => {
    if (!caller) throw new ApiError('unauthenticated')
    const state = RESTRICTED_STATES.find(({ holds }) => holds(caller))
    if (state && !state.allowed.includes(action)) throw new ApiError(state.code)
    if (!hasPermission(caller, action)) throw new ApiError('forbidden')
    return caller
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
      const caller = hasWaited ? await identify() : found
      c.set('caller', caller)
      c.set('checks', [
        async (transaction) => ({ caller: authorize(await sessions.find(caller.sessionId, transaction)) }),
      ])
      // An open page polls whether its session still exists, which is no use of it.
      if (action !== 'session.use' && action !== 'session.end') sessions.prolong(caller, log)
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

/** The first handler of a route. Only actions that need a sign-in have a caller. */
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

async function findByBearer(c: ApiContext): Promise<SignedInCaller | undefined> {
  const token = bearerToken(c)
  if (token === undefined) return undefined
  const { callerCache, sessions, tokenSecret } = c.get('services')
  const revision = c.get('revision')
  const known = callerCache.find('token', token, isCurrentFor(c))
  if (known) return known
  const claims = callerCache.findClaims(token) ?? (await readToken(token, tokenSecret))
  const caller = claims && (await sessions.findBySecret(claims.sid))
  if (!caller || String(caller.id) !== claims.sub) return undefined
  callerCache.addClaims(token, claims)
  callerCache.add('token', token, revision, caller, claims.exp * 1000)
  return caller
}

/**
 * Finds the session by the bearer token, or by the cookie, because `<img>` and links send no `Authorization` header. A cookie does not
 * count on a cross-site request.
 */
export async function findByBearerOrCookie(c: ApiContext): Promise<SignedInCaller | undefined> {
  const cookie = isFromOtherSite(c) ? undefined : c.req.header('Cookie')
  const caller = await findByBearer(c)
  return caller || cookie === undefined ? caller : findByCookie(c, cookie)
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

/** Whether a caller sees the same as at an earlier revision. */
export function isCurrentFor(c: ApiContext): (revision: number, caller: Caller) => boolean {
  const { db } = c.get('services')
  const now = c.get('revision')
  return (revision, caller) =>
    db.isCurrent(revision, now, caller.role === 'superadmin' ? undefined : caller.company_id)
}

async function findByCookie(c: ApiContext, cookie: string): Promise<SignedInCaller | undefined> {
  const { callerCache, sessions } = c.get('services')
  const revision = c.get('revision')
  const known = callerCache.find('cookie', cookie, isCurrentFor(c))
  if (known) return known
  const caller = await sessions.findByCookie(cookie)
  if (caller) callerCache.add('cookie', cookie, revision, caller)
  return caller
}
