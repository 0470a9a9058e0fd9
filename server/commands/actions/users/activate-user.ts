import { writeLocalAuditEntry } from '#server/core/audit/audit-log.ts'
import { updateUser } from '#server/features/users/user-queries.ts'
import { getAccount, OneUser, readOptions, type UserCommand } from './user-command.ts'
import { withInstallation } from './with-installation.ts'

/** `npm run user -- activate`: reactivates a user. */
export const activateUser: UserCommand = (call) => {
  const { email } = readOptions(OneUser, call.options)
  return withInstallation(call, async ({ db, change }) => {
    const { id, email: address, is_active } = await getAccount(db.read, email)
    if (is_active) {
      call.print(`User ${id} (${address}) is active already.\n`)
      return 0
    }
    await change(async (transaction) => {
      await updateUser(transaction, id, { is_active: true })
      await writeLocalAuditEntry(transaction, {
        action: 'user.edit',
        record: { id, name: address },
        changed: ['is_active'],
      })
    })
    call.print(`User ${id} (${address}) is active and can sign in.\n`)
    return 0
  })
}
