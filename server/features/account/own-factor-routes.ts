import { Hono } from 'hono'
import * as z from 'zod'
import { FactorCode, Passkey, PasskeyDraft } from '#domain/account.ts'
import { rawText } from '#domain/text/text.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { requireFreshProof } from '#server/core/access/fresh-proof.ts'
import { answerSession, renewSession } from '#server/core/access/session-token.ts'
import type { SignedInCaller } from '#server/core/access/sessions.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env, SignedIn } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesNoKey } from '#server/core/idempotency/takes-key.ts'
import {
  listFactors,
  makeFirstRecoveryCodes,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '#server/features/factors/factor-queries.ts'
import {
  listPasskeys,
  passkeyDraftOptions,
  storePasskey,
  webAuthn,
} from '#server/features/factors/passkeys.ts'
import { encodeBase32, totpUri } from '#server/features/factors/totp.ts'
import { confirmNextSecret, storeNextSecret } from '#server/features/factors/totp-queries.ts'
import type { Services } from '#server/features/open-features.ts'
import { postAccountNotice } from '#server/features/users/account-notices.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const PasskeyParam = z.object({ id: rawText(1400) })
const CODES = { recovery_codes: z.array(z.string()) }
const CHANGED = { ...CODES, token: z.string() }
const ENDS_SESSIONS =
  'All your sessions end; the answer has the token of another one. Needs a proof within ten minutes (`POST /auth/proof`).'

/** Mounted at `/api/account`: the caller's own factors. */
export const ownFactorRoutes = new Hono<Env<Services>>()
  .post(
    '/totp',
    permit('factor.add'),
    answers(
      'Get a secret for an authenticator app. It is in force after its first code; until then, the former app stays. Needs a proof within ten minutes.',
      200,
      { secret: z.string(), uri: z.string() },
      'fresh_proof_required',
    ),
    takesNoKey('A repeated call replaces the secret that waits for its first code.'),
    async (c) => {
      requireFreshProof(c.var.caller)
      const key = await c.var.services.factorKey()
      const secret = await inCheckedTransaction(c, (transaction, { caller }) =>
        storeNextSecret(transaction, caller.id, key),
      )
      return c.json(ok({ secret: encodeBase32(secret), uri: totpUri(secret, c.var.caller.email) }))
    },
  )
  .post(
    '/totp/confirm',
    permit('factor.add'),
    answers(
      `Put the authenticator app in force with its first code. The recovery codes are shown once; there are none if former ones are left. ${ENDS_SESSIONS}`,
      200,
      CHANGED,
      'invalid_code',
      'fresh_proof_required',
      'too_many_requests',
    ),
    takesNoKey('A code works once.'),
    validate('json', FactorCode),
    async (c) => {
      const { code } = c.req.valid('json')
      const { factorKey, factorLimits } = c.var.services
      requireFreshProof(c.var.caller)
      const key = await factorKey()
      const takeBack = await factorLimits.countGuess(c.var.caller.id, clientPlace(c), true)
      const changed = await changeFactors(c, 'factor.add', 'totp', async (transaction, { id }) => {
        if (!(await confirmNextSecret(transaction, id, code, key))) throw new ApiError('invalid_code')
        return makeFirstRecoveryCodes(transaction, id)
      })
      await takeBack()
      return c.json(ok(changed))
    },
  )
  .delete(
    '/totp',
    permit('factor.remove'),
    answers(
      `Remove the authenticator app. ${ENDS_SESSIONS}`,
      200,
      CHANGED,
      'factor_missing',
      'fresh_proof_required',
    ),
    async (c) => {
      requireFreshProof(c.var.caller)
      const changed = await changeFactors(c, 'factor.remove', 'totp', async (transaction, { id }) => {
        if (!(await removeTotp(transaction, id))) throw new ApiError('factor_missing')
        return []
      })
      return c.json(ok(changed))
    },
  )
  .get(
    '/passkeys',
    permit('factor.read'),
    answers('List your passkeys.', 200, { data: z.array(Passkey) }),
    async (c) => c.json(ok({ data: await listPasskeys(c.var.services.db.read, c.var.caller.id) })),
  )
  .post(
    '/passkeys/options',
    permit('factor.add'),
    answers(
      'Get the WebAuthn options to make a passkey. Needs a proof within ten minutes.',
      200,
      { options: z.looseObject({ challenge: z.string() }) },
      'too_many_passkeys',
      'fresh_proof_required',
    ),
    takesNoKey('A challenge expires in five minutes.'),
    async (c) => {
      requireFreshProof(c.var.caller)
      const { origin } = c.var.services.config
      await webAuthn()
      const options = await inCheckedTransaction(c, (transaction, { caller }) =>
        passkeyDraftOptions(transaction, origin, {
          ...caller,
          name: `${caller.first_name} ${caller.last_name}`,
        }),
      )
      return c.json(ok({ options }))
    },
  )
  .post(
    '/passkeys',
    permit('factor.add'),
    answers(
      `Add a passkey. The recovery codes are shown once; there are none if former ones are left. ${ENDS_SESSIONS}`,
      200,
      CHANGED,
      'invalid_code',
      'fresh_proof_required',
    ),
    takesNoKey('A challenge is answered once.'),
    validate('json', PasskeyDraft),
    async (c) => {
      requireFreshProof(c.var.caller)
      const { origin } = c.var.services.config
      const draft = c.req.valid('json')
      await webAuthn()
      const changed = await changeFactors(c, 'factor.add', 'passkey', async (transaction, caller) => {
        await storePasskey(transaction, origin, caller, draft)
        return makeFirstRecoveryCodes(transaction, caller.id)
      })
      return c.json(ok(changed))
    },
  )
  .delete(
    '/passkeys/:id',
    permit('factor.remove'),
    answers(`Remove a passkey. ${ENDS_SESSIONS}`, 200, CHANGED, 'passkey_not_found', 'fresh_proof_required'),
    validate('param', PasskeyParam),
    async (c) => {
      requireFreshProof(c.var.caller)
      const changed = await changeFactors(c, 'factor.remove', 'passkey', async (transaction, { id }) => {
        const isRemoved = await removePasskey(transaction, id, c.req.valid('param').id)
        if (!isRemoved) throw new ApiError('passkey_not_found')
        return []
      })
      return c.json(ok(changed))
    },
  )
  .post(
    '/recovery-codes',
    permit('factor.add'),
    answers(
      'Replace your recovery codes. They are shown once. Needs a proof within ten minutes.',
      200,
      CODES,
      'factor_missing',
      'fresh_proof_required',
    ),
    takesNoKey('A repeated call replaces the codes.'),
    async (c) => {
      requireFreshProof(c.var.caller)
      const recovery_codes = await inCheckedTransaction(c, async (transaction, { caller }) => {
        if ((await listFactors(transaction, caller.id)).length === 0) throw new ApiError('factor_missing')
        await writeFactorEntry(transaction, c, 'factor.add', caller, 'recovery')
        return renewRecoveryCodes(transaction, caller.id)
      })
      return c.json(ok({ recovery_codes }))
    },
  )

/** Changes a factor of the caller, ends all their sessions and tells them by mail. @param change returns new recovery codes */
async function changeFactors(
  c: ApiContext<SignedIn, Services>,
  action: 'factor.add' | 'factor.remove',
  factor: string,
  change: (transaction: Writer, caller: SignedInCaller) => Promise<string[]>,
): Promise<{ recovery_codes: string[]; token: string }> {
  const { recovery_codes, session } = await inCheckedTransaction(c, async (transaction, { caller }) => {
    const recovery_codes = await change(transaction, caller)
    await writeFactorEntry(transaction, c, action, caller, factor)
    return { recovery_codes, session: await renewSession(transaction, c, caller.id) }
  })
  postAccountNotice(c, c.var.caller, action === 'factor.add' ? 'factor_added' : 'factor_removed')
  return { recovery_codes, token: await answerSession(c, c.var.caller, session) }
}

function writeFactorEntry(
  transaction: Writer,
  c: ApiContext,
  action: 'factor.add' | 'factor.remove',
  caller: SignedInCaller,
  factor: string,
): Promise<void> {
  return writeAuditEntry(transaction, c, {
    action,
    record: { id: caller.id, name: caller.email },
    by: caller,
    changed: [factor],
  })
}
