import { type Context, Hono } from 'hono'
import { Credentials, type OwnUser } from '#domain/user.ts'
import { ok } from '#server/answers.ts'
import { noteDeed } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { findAccount, foldEmail, getOwnUser } from '#server/users/user-queries.ts'
import { validate } from '#server/validate.ts'
import { permit, readBearer } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import { signToken, TOKEN_LIFETIME_S } from './token.ts'

/** Mounted at `/api/auth`. */
export const authRoutes = new Hono<Env>()
  .post('/login', permit('session.open'), validate('json', Credentials), async (c) => {
    const { services, log } = c.var
    const { email, password } = c.req.valid('json')
    const account = foldEmail(email)
    const address = clientAddress(c)

    const attempt = services.signInLimit.begin(account, address)
    if (typeof attempt === 'number') {
      throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(attempt) } })
    }
    const found = await checkPassword(services, account, password).catch((error) => {
      attempt.withdrawn()
      throw error
    })
    if (!found) {
      attempt.failed()
      await noteDeed(services.db.write, c, { action: 'session.refuse', record: { id: '', name: account } })
      log.info({ address }, 'a sign-in was refused')
      throw new ApiError('LOGIN_ERROR')
    }
    attempt.succeeded()

    const user = await getOwnUser(services.db.read, found.id)
    const session = await services.sessions.open(user.id)
    await noteDeed(services.db.write, c, {
      action: 'session.open',
      record: { id: user.id, name: user.email },
      by: user,
    })
    log.info({ user: user.id, address }, 'signed in')
    c.header('Set-Cookie', session.cookie)
    return c.json(ok({ token: await tokenFor(c, user, session.id), user }))
  })
  .post('/logout', permit('session.end'), async (c) => {
    const { viewer, services } = c.var
    c.header('Set-Cookie', await services.sessions.end(viewer.sessionId))
    await noteDeed(services.db.write, c, {
      action: 'session.end',
      record: { id: viewer.id, name: viewer.email },
    })
    return c.json(ok({}))
  })
  .post('/refresh', permit('session.use'), async (c) => {
    const { viewer, services } = c.var
    const old = await readBearer(c)
    const user = await getOwnUser(services.db.read, viewer.id)
    return c.json(ok({ token: await tokenFor(c, user, viewer.sessionId, old?.exp) }))
  })
  .get('/verify', permit('session.use'), (c) => c.json(ok({})))
  .get('/validate-session', permit('session.use'), async (c) =>
    c.json(ok({ user: await getOwnUser(c.var.services.db.read, c.var.viewer.id) })),
  )
  .get('/profile', permit('session.use'), async (c) =>
    c.json(ok({ user: await getOwnUser(c.var.services.db.read, c.var.viewer.id) })),
  )

/** The active account with this folded address and password. Takes the same time when there is none. */
async function checkPassword({ db, passwords }: Services, emailFolded: string, password: string) {
  const found = await findAccount(db.read, emailFolded)
  const matches = await passwords.matches(found?.password_hash, password)
  return found?.is_active && matches ? found : undefined
}

/** A token for the session; its `exp` is always later than that of the one it follows. */
function tokenFor(c: Context<Env>, user: OwnUser, sessionId: string, formerExp = 0): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: String(user.id),
    sid: sessionId,
    role: user.role,
    company_id: user.company_id,
    iat: now,
    exp: Math.max(now + TOKEN_LIFETIME_S, formerExp + 1),
  }
  return signToken(claims, c.var.services.tokenSecret)
}
