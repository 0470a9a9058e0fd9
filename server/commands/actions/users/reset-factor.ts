import { writeLocalAuditEntry } from '#server/core/audit/audit-log.ts'
import { removeAllFactors } from '#server/features/factors/factor-queries.ts'
import { getAccount, OneUser, readOptions, type UserCommand } from './user-command.ts'
import { withInstallation } from './with-installation.ts'

/** `npm run user -- reset-factor`: removes the factors of a user who has lost them. All their sessions end. */
export const resetFactor: UserCommand = (call) => {
  const { email } = readOptions(OneUser, call.options)
  return withInstallation(call, async ({ db, sessions, change }) => {
    const { id, email: address } = await getAccount(db.read, email)
    await change(async (transaction) => {
      await removeAllFactors(transaction, id)
      await sessions.endAllOf(transaction, id)
      await writeLocalAuditEntry(transaction, { action: 'user.reset-factor', record: { id, name: address } })
    })
    call.print(`User ${id} (${address}) signs in with the password alone; all sessions ended.\n`)
    return 0
  })
}
