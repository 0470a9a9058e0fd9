import { forgetPlaces } from '#server/core/access/known-places.ts'
import { writeLocalAuditEntry } from '#server/core/audit/audit-log.ts'
import { getOwnUser, setPassword, updateUser } from '#server/features/users/user-queries.ts'
import { getAccount, OneUser, readNewPassword, readOptions, type UserCommand } from './user-command.ts'
import { withInstallation } from './with-installation.ts'

/** `npm run user -- set-password`: sets a user's password, often that of the person at the terminal. All their sessions end. */
export const setUserPassword: UserCommand = (call) => {
  const { email } = readOptions(OneUser, call.options)
  return withInstallation(call, async ({ db, passwords, sessions, change }) => {
    const { id } = await getAccount(db.read, email)
    const user = await getOwnUser(db.read, id)
    const hash = await passwords.hash(await readNewPassword(call.readPassword, user))
    await change(async (transaction) => {
      await setPassword(transaction, id, hash)
      await updateUser(transaction, id, { email_confirmed: true })
      await sessions.endAllOf(transaction, id)
      await forgetPlaces(transaction, id)
      await writeLocalAuditEntry(transaction, {
        action: 'user.set-password',
        record: { id, name: user.email },
      })
    })
    call.print(`User ${id} (${user.email}) has a new password; all sessions ended.\n`)
    if (!user.is_active) call.print('The account is not active and cannot sign in.\n')
    return 0
  })
}
