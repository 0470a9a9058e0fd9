import { type Context, Hono } from 'hono'
import { Credentials, type User } from '#domain/user.ts'
import { ok } from '#server/answers.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { findAccount, foldEmail, getUser } from '#server/users/user-queries.ts'
import { validate } from '#server/validate.ts'
import { clientAddress, readBearer } from './authenticate.ts'
import { signToken, TOKEN_LIFETIME_S } from './token.ts'

/** Mounted at `/api/auth`. */
export const authRoutes = new Hono<Env>()
  .post('/login', validate('json', Credentials), async (c) => {
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
      log.info({ address }, 'a sign-in was refused')
      throw new ApiError('LOGIN_ERROR')
    }
    attempt.succeeded()

    const user = await getUser(services.db.read, found.id)
    const session = await services.sessions.open(user.id)
    log.info({ user: user.id, address }, 'signed in')
    c.header('Set-Cookie', session.cookie)
    return c.json(ok({ token: await tokenFor(c, user, session.id), user }))
  })
  .post('/logout', async (c) => {
    c.header('Set-Cookie', await c.var.services.sessions.end(c.var.viewer.sessionId))
    return c.json(ok({}))
  })
  .post('/refresh', async (c) => {
    const { viewer, services } = c.var
    const old = await readBearer(c)
    const user = await getUser(services.db.read, viewer.id)
    return c.json(ok({ token: await tokenFor(c, user, viewer.sessionId, old?.exp) }))
  })
  .get('/verify', (c) => c.json(ok({})))
  .get('/validate-session', async (c) =>
    c.json(ok({ user: await getUser(c.var.services.db.read, c.var.viewer.id) })),
  )
  .get('/profile', async (c) => c.json(ok({ user: await getUser(c.var.services.db.read, c.var.viewer.id) })))

/** The active account with this folded address and password. Takes the same time when there is none. */
async function checkPassword({ db, passwords }: Services, emailFolded: string, password: string) {
  const found = await findAccount(db.read, emailFolded)
  const matches = await passwords.matches(found?.password_hash, password)
  return found?.is_active && matches ? found : undefined
}

/** A token for the session; its `exp` is always later than that of the one it follows. */
function tokenFor(c: Context<Env>, user: User, sessionId: string, formerExp = 0): Promise<string> {
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
