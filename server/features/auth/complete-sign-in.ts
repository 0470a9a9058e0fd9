import { clientAddress, clientPlace } from '#server/core/access/client-address.ts'
import { isKnownPlace, rememberPlace } from '#server/core/access/known-places.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import type { Services } from '#server/features/open-features.ts'
import { postAccountNotice } from '#server/features/users/account-notices.ts'
import { recordSignIn } from '#server/features/users/user-queries.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'

interface SignedInUser {
  id: number
  email: string
}

/**
 * Records a complete sign-in: everything that a password alone must not do comes here, after the second factor.
 *
 * @param isOwnPassword true if the user has proved the account with the own password or a passkey
 * @returns whether to tell the user of the sign-in, because it came from a new place
 */
export async function completeSignIn(
  transaction: Writer,
  c: ApiContext<unknown, Services>,
  user: SignedInUser,
  isOwnPassword: boolean,
): Promise<{ isNewPlace: boolean }> {
  const place = clientPlace(c)
  const hadSignedIn = await hasSignedIn(transaction, user.id)
  const isNewPlace = hadSignedIn && !(await isKnownPlace(transaction, user.id, place))
  await recordSignIn(transaction, user.id, preferredLanguage(c), isOwnPassword)
  await rememberPlace(transaction, user.id, place)
  await writeAuditEntry(transaction, c, {
    action: 'session.open',
    record: { id: user.id, name: user.email },
    by: user,
    changed: isOwnPassword ? [] : ['password'],
  })
  return { isNewPlace }
}

/** Counts and logs a complete sign-in, and tells the user of a new place. Called after the transaction. */
export function announceSignIn(
  c: ApiContext<unknown, Services>,
  user: SignedInUser & { first_name: string },
  isNewPlace: boolean,
): void {
  const address = clientAddress(c)
  c.var.services.signIns.inc({ result: 'accepted' })
  requestLog(c).info({ user: user.id, address }, 'signed in')
  if (isNewPlace) postAccountNotice(c, user, 'new_place')
}

async function hasSignedIn(transaction: Writer, userId: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('user')
    .select('last_sign_in_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return Boolean(row?.last_sign_in_at)
}
