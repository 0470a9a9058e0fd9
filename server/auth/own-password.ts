import type { Context } from 'hono'
import type { OwnPasswordChange } from '#domain/user.ts'
import { inCheckedTransaction } from '#server/access/checked-transaction.ts'
import { clientPlace } from '#server/access/client-address.ts'
import { writeAuditEntry, writeAuditEntryIfRoom } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { invalid } from '#server/errors.ts'
import { findAccount, foldEmail, setPassword } from '#server/users/user-queries.ts'
import { isKnownPlace } from './known-places.ts'
import { fingerprint } from './mailed-password.ts'
import { wasMailed } from './mailed-password-queries.ts'
import { throttleComparison } from './throttle-comparison.ts'

/**
 * Gives the viewer the password they chose and ends their other sessions. They prove themselves by the current one,
 * unless they came by a mailed one: then there is none.
 *
 * @throws ApiError `validation_failed` for a missing or wrong current password and for a mailed one as the new one; `too_many_requests`
 */
export async function changeOwnPassword(c: Context<Env>, wanted: OwnPasswordChange): Promise<void> {
  const { viewer, services } = c.var
  if (!viewer.must_change_password) await checkCurrentPassword(c, wanted.current_password)
  // What lies in a mailbox was for one sign-in.
  if (await wasMailed(services.db.read, viewer.id, fingerprint(wanted.password))) {
    throw invalid('password', 'mailed_password')
  }
  const hash = await services.passwords.hash(wanted.password)
  // Whoever ended this session meanwhile may have set a password, too, and theirs stands.
  await inCheckedTransaction(c, async (transaction, { viewer }) => {
    await setPassword(transaction, viewer.id, hash)
    await services.sessions.endAllOf(transaction, viewer.id, viewer.sessionId)
    await writeAuditEntry(transaction, c, {
      action: 'password.change',
      record: { id: viewer.id, name: viewer.email },
      by: viewer,
    })
  })
}

async function checkCurrentPassword(c: Context<Env>, password: string | undefined): Promise<void> {
  if (!password) throw invalid('current_password', 'required')
  const { viewer, services } = c.var
  const account = foldEmail(viewer.email)
  const isKnown = await isKnownPlace(services.db.read, viewer.id, clientPlace(c))
  const standing = isKnown ? 'known place' : 'stranger'
  const isRight = await throttleComparison(c, account, standing, async (rank) => {
    const found = await findAccount(services.db.read, account)
    return (await services.passwords.matches(found?.password_hash, password, rank)) || undefined
  })
  if (isRight) return
  await writeAuditEntryIfRoom(c, {
    action: 'password.refuse',
    record: { id: viewer.id, name: viewer.email },
    by: viewer,
  })
  // Not a 401, which would say that the session has ended.
  throw invalid('current_password', 'wrong_password')
}
