import { Hono } from 'hono'
import * as z from 'zod'
import { Credentials, OwnPasswordChange, OwnUser, PasswordResetRequest } from '#domain/user.ts'
import { permit, readBearer } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { signToken, TOKEN_LIFETIME_S } from '#server/core/access/token.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { getOwnUser } from '#server/features/users/user-queries.ts'
import { resetAnswer } from '#server/infrastructure/mail/password-mail.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { refuseInsecurePage } from './insecure-page.ts'
import { changeOwnPassword } from './own-password.ts'
import { resetPassword } from './password-reset.ts'
import { signIn } from './sign-in.ts'

/** Mounted at `/api/auth`. */
export const authRoutes = new Hono<Env<Services>>()
  .post(
    '/login',
    permit('session.open'),
    answers(
      'Sign in. By default the session expires after 12 idle hours, and 30 days after the sign-in. `forbidden` for a page over http if the configured origin is https. Also sets the cookie `session` for `/media`, with the same expiry.',
      200,
      { token: z.string(), user: OwnUser },
      'LOGIN_ERROR',
      'forbidden',
      'too_many_requests',
    ),
    takesNoKey('Each call opens a session, and an unused session expires.'),
    validate('json', Credentials),
    async (c) => {
      refuseInsecurePage(c)
      const { user, session } = await signIn(c, c.req.valid('json'))
      c.header('Set-Cookie', session.cookie)
      return c.json(ok({ token: await tokenFor(c, user, session), user }))
    },
  )
  .post(
    '/logout',
    permit('session.end'),
    answers(
      'Sign out. Invalidates the session, its token and its cookie at once; the browser clears its cache.',
      200,
    ),
    takesNoKey('It creates nothing, and a session ends once.'),
    async (c) => {
      const { services } = c.var
      const cookie = await inCheckedTransaction(c, async (transaction, { caller }) => {
        await writeAuditEntry(transaction, c, {
          action: 'session.end',
          record: { id: caller.id, name: caller.email },
          by: caller,
        })
        return services.sessions.end(transaction, caller.sessionId)
      })
      c.header('Set-Cookie', cookie)
      // Photos are cached for a year. Not `storage`: it has language and theme, and the panel removes the user's data.
      c.header('Clear-Site-Data', '"cache"')
      return c.json(ok({}))
    },
  )
  .post(
    '/refresh',
    permit('session.use'),
    answers('Renew the token of the session. It expires with the session at the latest.', 200, {
      token: z.string(),
    }),
    takesNoKey('It stores nothing: a token is computed.'),
    async (c) => {
      const { caller, services } = c.var
      const old = await readBearer(c)
      const session = { id: caller.sessionId, latestEnd: caller.sessionLatestEnd }
      const user = await getOwnUser(services.db.read, caller.id)
      return c.json(ok({ token: await tokenFor(c, user, session, old?.exp) }))
    },
  )
  .get('/verify', permit('session.use'), answers('Verify the token.', 200), (c) => c.json(ok({})))
  .get(
    '/validate-session',
    permit('session.use'),
    answers('Get the user of the session.', 200, { user: OwnUser }),
    async (c) => c.json(ok({ user: await getOwnUser(c.var.services.db.read, c.var.caller.id) })),
  )
  .get(
    '/profile',
    permit('session.use'),
    answers('Get the profile of the signed-in user.', 200, { user: OwnUser }),
    async (c) => c.json(ok({ user: await getOwnUser(c.var.services.db.read, c.var.caller.id) })),
  )
  .post(
    '/password-reset',
    permit('password.reset'),
    answers(
      'Request a new password by mail. An unknown account gets the same answer.',
      200,
      { message: z.string(), data: z.object({ email: z.string() }) },
      'too_many_requests',
    ),
    takesNoKey('An account gets one mail in five minutes.'),
    validate('json', PasswordResetRequest),
    async (c) => {
      const { email } = c.req.valid('json')
      await resetPassword(c, email)
      return c.json(ok({ message: resetAnswer(preferredLanguage(c)), data: { email } }))
    },
  )
  .put(
    '/password',
    permit('password.change'),
    answers(
      'Change your own password. All your other sessions end.',
      200,
      { user: OwnUser },
      'too_many_requests',
    ),
    validate('json', OwnPasswordChange),
    async (c) => {
      await changeOwnPassword(c, c.req.valid('json'))
      return c.json(ok({ user: await getOwnUser(c.var.services.db.read, c.var.caller.id) }))
    },
  )

/**
 * A token for the session. It expires after the former token, and with the session at the latest. @param formerExp in seconds since 1970
 */
function tokenFor(
  c: ApiContext,
  user: OwnUser,
  session: { id: string; latestEnd: Date },
  formerExp = 0,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: String(user.id),
    sid: session.id,
    role: user.role,
    company_id: user.company_id,
    iat: now,
    exp: Math.min(
      Math.max(now + TOKEN_LIFETIME_S, formerExp + 1),
      Math.floor(session.latestEnd.getTime() / 1000),
    ),
  }
  return signToken(claims, c.var.services.tokenSecret)
}
