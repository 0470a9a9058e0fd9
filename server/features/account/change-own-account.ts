import type { OwnAccountChange } from '#domain/account.ts'
import type { User } from '#domain/user.ts'
import { inCheckedTransaction, loadRecord } from '#server/core/access/checked-transaction.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { findChoices, storeChoices } from '#server/features/notifications/notification-choices.ts'
import type { Services } from '#server/features/open-features.ts'
import { changeUser } from '#server/features/users/change-user.ts'
import { getOwnAsUser, setMailLanguage } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Loads the caller as the user whom the call changes. */
export const loadSelf = loadRecord('user', (db, { caller }, _: object, { config }) =>
  getOwnAsUser(db, caller.id, config.protectedUserId),
)

/**
 * Changes the caller's own account.
 *
 * @returns the token of the new session after a change of the address
 * @throws ApiError `forbidden` for the name or address of the protected user; the errors of `changeUser`
 */
export async function changeOwnAccount(
  c: ApiContext<SignedIn & { user: User }, Services>,
  { language, notices, ...person }: OwnAccountChange,
): Promise<string | undefined> {
  if (c.var.user.is_protected && changedFields(c.var.user, person).length > 0) throw new ApiError('forbidden')
  await inCheckedTransaction(c, async (transaction, { caller }) => {
    const before = await findChoices(transaction, caller.id)
    if (!before) throw new ApiError('unauthenticated')
    const changed = [
      ...(language !== undefined && (await setMailLanguage(transaction, caller.id, language))
        ? ['language']
        : []),
      ...(notices !== undefined && changedFields(before, notices).length > 0 ? ['notification_choices'] : []),
    ]
    if (changed.length === 0) return
    if (notices !== undefined) await storeChoices(transaction, caller.id, notices, before)
    await writeAuditEntry(transaction, c, {
      action: 'account.edit',
      record: { id: caller.id, name: caller.email },
      by: caller,
      changed,
    })
  })
  return (await changeUser(c, person)).token
}
