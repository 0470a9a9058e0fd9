import { Hono } from 'hono'
import * as z from 'zod'
import { FactorCode, PasskeyAnswer, Proof } from '#domain/account.ts'
import { OwnUser } from '#domain/user.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { answerSession } from '#server/core/access/session-token.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import { useRecoveryCode } from '#server/features/factors/factor-queries.ts'
import { passkeyAnswerOptions, usePasskey, webAuthn } from '#server/features/factors/passkeys.ts'
import { useTotpCode } from '#server/features/factors/totp-queries.ts'
import type { Services } from '#server/features/open-features.ts'
import { NO_COMPANY } from '#server/infrastructure/database/database.ts'
import { checkCurrentPassword } from './own-password.ts'
import { openPasskeySession } from './passkey-sign-in.ts'
import { proveFactor } from './prove-factor.ts'

const NO_KEY = 'It creates nothing, and a code works once.'
const OPTIONS = z.looseObject({ challenge: z.string() })

/** Mounted at `/api/auth`: the second factor of a sign-in, passkeys, and fresh proofs. */
export const factorRoutes = new Hono<Env<Services>>()
  .post(
    '/factor/totp',
    permit('factor.prove'),
    answers(
      'Prove the second factor with a code of the authenticator app. The session is then complete; a code works once.',
      200,
      {},
      'invalid_code',
    ),
    takesNoKey(NO_KEY),
    validate('json', FactorCode),
    async (c) => {
      const { factorKey } = c.var.services
      const { code } = c.req.valid('json')
      await proveFactor(c, async (transaction, { id }) =>
        useTotpCode(transaction, id, code, await factorKey()),
      )
      return c.json(ok({}))
    },
  )
  .post(
    '/factor/recovery',
    permit('factor.prove'),
    answers('Prove the second factor with a recovery code, which works once.', 200, {}, 'invalid_code'),
    takesNoKey(NO_KEY),
    validate('json', FactorCode),
    async (c) => {
      const { code } = c.req.valid('json')
      await proveFactor(c, (transaction, { id }) => useRecoveryCode(transaction, id, code))
      return c.json(ok({}))
    },
  )
  .post(
    '/factor/passkey/options',
    permit('factor.prove'),
    answers('Get the WebAuthn options to prove the second factor with a passkey.', 200, { options: OPTIONS }),
    takesNoKey('A challenge expires in five minutes.'),
    async (c) => {
      const { origin } = c.var.services.config
      await webAuthn()
      const options = await inCheckedTransaction(c, (transaction, { caller }) =>
        passkeyAnswerOptions(transaction, origin, caller),
      )
      return c.json(ok({ options }))
    },
  )
  .post(
    '/factor/passkey',
    permit('factor.prove'),
    answers('Prove the second factor with a passkey.', 200, {}, 'invalid_code'),
    takesNoKey(NO_KEY),
    validate('json', PasskeyAnswer),
    async (c) => {
      const { origin } = c.var.services.config
      const answer = c.req.valid('json')
      await webAuthn()
      await proveFactor(
        c,
        async (transaction, { id, sessionId }) =>
          (await usePasskey(transaction, origin, sessionId, answer)) === id,
      )
      return c.json(ok({}))
    },
  )
  .post(
    '/passkey/options',
    permit('session.open'),
    answers('Get the WebAuthn options to sign in with a passkey alone.', 200, { options: OPTIONS }),
    takesNoKey('A challenge expires in five minutes.'),
    async (c) => {
      const { config, db, factorLimits, transactions } = c.var.services
      await factorLimits.countPasskeySignIn(clientPlace(c))
      await webAuthn()
      const options = await transactions.run((transaction) => {
        db.concern(NO_COMPANY)
        return passkeyAnswerOptions(transaction, config.origin, undefined)
      }, 'use reserve')
      return c.json(ok({ options }))
    },
  )
  .post(
    '/passkey',
    permit('session.open'),
    answers(
      'Sign in with a passkey alone: it verifies its user, so it is both factors.',
      200,
      { token: z.string(), user: OwnUser },
      'invalid_code',
      'forbidden',
    ),
    takesNoKey('Each call opens a session, and an unused session expires.'),
    validate('json', PasskeyAnswer),
    async (c) => {
      const { user, session } = await openPasskeySession(c, c.req.valid('json'))
      return c.json(ok({ token: await answerSession(c, user, session), user }))
    },
  )
  .post(
    '/proof',
    permit('session.prove'),
    answers(
      'Prove the identity again with the password, or with a code of the authenticator app. For ten minutes the session may then change its factors and its e-mail address.',
      200,
      {},
      'invalid_code',
    ),
    takesNoKey(NO_KEY),
    validate('json', Proof),
    async (c) => {
      const proof = c.req.valid('json')
      const { factorKey, sessions } = c.var.services
      if ('code' in proof) {
        await proveFactor(c, async (transaction, { id }) =>
          useTotpCode(transaction, id, proof.code, await factorKey()),
        )
      } else {
        await checkCurrentPassword(c, proof.password, 'password')
        await inCheckedTransaction(c, (transaction, { caller }) =>
          sessions.prove(transaction, caller.sessionId),
        )
      }
      return c.json(ok({}))
    },
  )
