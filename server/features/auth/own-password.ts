import { foldEmail, type OwnPasswordChange } from '#domain/user.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { clientPlace } from '#server/core/access/client-address.ts'
import { isKnownPlace } from '#server/core/access/known-places.ts'
import { fingerprint } from '#server/core/access/made-password.ts'
import { renewSession } from '#server/core/access/session-token.ts'
import type { OpenedSession } from '#server/core/access/sessions.ts'
import { writeAuditEntry, writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { acceptPassword } from '#server/features/users/accept-password.ts'
import { postAccountNotice } from '#server/features/users/account-notices.ts'
import { findAccount, setPassword } from '#server/features/users/user-queries.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { wasMailed } from './mailed-password-queries.ts'
import { throttleComparison } from './throttle-comparison.ts'

/**
 * Sets a new password for the caller, ends all their sessions and opens another one. The current password is required, unless another
 * person has set or mailed it.
 *
 * @throws ApiError `validation_failed` if the current password is missing or wrong, or if the new password is a mailed one or easy to
 *   guess; `too_many_requests`; `unauthenticated` if the session has ended meanwhile
 */
export async function changeOwnPassword(
  c: ApiContext<SignedIn, Services>,
  wanted: OwnPasswordChange,
): Promise<OpenedSession> {
  const { caller, services } = c.var
  if (!caller.must_change_password) await checkCurrentPassword(c, wanted.current_password, 'current_password')
  // A mailed password works once, because others may read the mailbox.
  if (await wasMailed(services.db.read, caller.id, fingerprint(wanted.password))) {
    throw invalid('password', 'mailed_password')
  }
  const hash = await services.passwords.hash(acceptPassword(wanted.password, caller))
  // The transaction checks the session again: a password set by an administrator meanwhile wins.
  const session = await inCheckedTransaction(c, async (transaction, { caller }) => {
    await setPassword(transaction, caller.id, hash)
    await writeAuditEntry(transaction, c, {
      action: 'password.change',
      record: { id: caller.id, name: caller.email },
      by: caller,
    })
    return renewSession(transaction, c, caller.id)
  })
  postAccountNotice(c, caller, 'password_changed')
  return session
}

/**
 * @param field the name of the password in the body
 * @throws ApiError `validation_failed`, `too_many_requests`; `unauthenticated` if the session has ended meanwhile
 */
export async function checkCurrentPassword(
  c: ApiContext<SignedIn, Services>,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (!password) throw invalid(field, 'required')
  const { caller, services } = c.var
  const account = foldEmail(caller.email)
  const isKnown = await isKnownPlace(services.db.read, caller.id, clientPlace(c))
  const trust = isKnown ? 'known place' : 'unknown place'
  const isRight = await throttleComparison(c, 'password', account, trust, async (comparison) => {
    const found = await findAccount(services.db.read, account)
    if (await services.passwords.matches(found?.password_hash, password, comparison)) return true
    // Another session may have set a new password, which ends this one. The password was then not wrong.
    if (!(await services.sessions.find(caller.sessionId))) throw new ApiError('unauthenticated')
    return undefined
  })
  if (isRight) return
  await writeAuditEntryIfSpace(c, {
    action: 'password.refuse',
    record: { id: caller.id, name: caller.email },
    by: caller,
  })
  // Not a 401, which the panel takes as the end of the session.
  throw invalid(field, 'wrong_password')
}
