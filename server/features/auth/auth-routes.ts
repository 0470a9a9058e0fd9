import { Hono } from 'hono'
import * as z from 'zod'
import { SecondFactor } from '#domain/account.ts'
import { Credentials, OwnPasswordChange, OwnUser, PasswordResetRequest } from '#domain/user.ts'
import { permit, readBearer } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { answerSession, tokenFor } from '#server/core/access/session-token.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env, SignedIn } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { getOwnUser } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
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
      'Sign in. By default the session expires after 12 idle hours, and 30 days after the sign-in. `forbidden` for a page over http if the configured origin is https. Also sets the cookie `session` for `/media`, with the same expiry. With a second factor the answer has `second_factor`: until one of these is proved, the session opens only `/auth/factor/…`, `/auth/profile` and `/auth/logout`.',
      200,
      { token: z.string(), user: OwnUser, second_factor: z.array(SecondFactor).optional() },
      'LOGIN_ERROR',
      'forbidden',
      'too_many_requests',
    ),
    takesNoKey('Each call opens a session, and an unused session expires.'),
    validate('json', Credentials),
    async (c) => {
      refuseInsecurePage(c)
      const { user, session, factors } = await signIn(c, c.req.valid('json'))
      const token = await answerSession(c, user, session)
      return c.json(ok({ token, user, ...(factors.length > 0 && { second_factor: factors }) }))
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
      if (!old) throw new ApiError('unauthenticated')
      const session = { secret: old.sid, latestEnd: caller.sessionLatestEnd }
      const user = await getOwnUser(services.db.read, caller.id)
      return c.json(ok({ token: await tokenFor(c, user, session, old.exp) }))
    },
  )
  .get('/verify', permit('session.use'), answers('Verify the token.', 200), (c) => c.json(ok({})))
  .get(
    '/validate-session',
    permit('session.use'),
    answers('Get the user of the session.', 200, { user: OwnUser }),
    async (c) => c.json(ok({ user: await readOwnUser(c) })),
  )
  .get(
    '/profile',
    permit('session.read'),
    answers('Get the profile of the signed-in user.', 200, { user: OwnUser }),
    async (c) => c.json(ok({ user: await readOwnUser(c) })),
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
      'Change your own password. All your sessions end; the answer has the token and the cookie of another one.',
      200,
      { user: OwnUser, token: z.string() },
      'too_many_requests',
    ),
    validate('json', OwnPasswordChange),
    async (c) => {
      const session = await changeOwnPassword(c, c.req.valid('json'))
      const user = await readOwnUser(c)
      return c.json(ok({ user, token: await answerSession(c, user, session) }))
    },
  )

function readOwnUser(c: ApiContext<SignedIn, Services>): Promise<OwnUser> {
  const { db, config } = c.var.services
  return getOwnUser(db.read, c.var.caller.id, config.secondFactorRule)
}
