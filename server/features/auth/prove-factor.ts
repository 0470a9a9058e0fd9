import { foldEmail } from '#domain/user.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { isKnownPlace } from '#server/core/access/known-places.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { announceSignIn, completeSignIn } from './complete-sign-in.ts'
import { consumeMailedPassword } from './mailed-password-queries.ts'
import { recordRefusal } from './throttle-comparison.ts'

/**
 * Proves a second factor of the caller. It completes a sign-in that awaits one, and refreshes the proof of a complete session.
 *
 * @param prove throws or returns false for a wrong factor
 * @throws ApiError `invalid_code`, `too_many_requests`
 */
export async function proveFactor(
  c: ApiContext<SignedIn, Services>,
  prove: (transaction: Writer, caller: SignedInCaller) => Promise<boolean>,
): Promise<void> {
  const { caller } = c.var
  const takeBack = await countGuess(c)
  const result = await inCheckedTransaction(c, async (transaction, { caller }) => {
    if (!(await prove(transaction, caller))) return undefined
    return finish(transaction, c, caller)
  }).catch((error) => {
    if (error instanceof ApiError && error.code === 'invalid_code') return undefined
    throw error
  })
  if (!result) {
    await writeAuditEntryIfSpace(c, {
      action: 'factor.refuse',
      record: { id: caller.id, name: caller.email },
      by: caller,
    })
    throw new ApiError('invalid_code')
  }
  await takeBack()
  if (caller.awaits_factor) announceSignIn(c, caller, result.isNewPlace)
}

/** Counts a code as wrong until it is known to be right. @throws ApiError `too_many_requests` */
async function countGuess(c: ApiContext<SignedIn, Services>): Promise<() => Promise<void>> {
  const { caller, services } = c.var
  const place = clientPlace(c)
  const isKnown = await isKnownPlace(services.db.read, caller.id, place)
  return services.factorLimits
    .countGuess(caller.id, place, isKnown)
    .catch((error) => recordRefusal(c, 'factor', foldEmail(caller.email), error))
}

/** @throws ApiError `unauthenticated` if the mailed password of the sign-in was used meanwhile */
async function finish(transaction: Writer, c: ApiContext<SignedIn, Services>, caller: SignedInCaller) {
  const { sessions } = c.var.services
  if (!caller.awaits_factor) {
    await sessions.prove(transaction, caller.sessionId)
    return { isNewPlace: false }
  }
  const { mailed_password_sha256: mailed } = await transaction
    .selectFrom('session')
    .select('mailed_password_sha256')
    .where('id', '=', caller.sessionId)
    .executeTakeFirstOrThrow()
  if (mailed !== null) {
    if (!(await consumeMailedPassword(transaction, caller.id, mailed))) throw new ApiError('unauthenticated')
    await sessions.endAllOf(transaction, caller.id, caller.sessionId)
  }
  await sessions.prove(transaction, caller.sessionId)
  return completeSignIn(transaction, c, caller, mailed === null)
}
