import * as z from 'zod'
import { listUsers } from '#server/features/users/user-queries.ts'
import { readOptions, type UserCommand } from './user-command.ts'
import { withInstallation } from './with-installation.ts'

/** The operator at the terminal sees the users of all companies. */
const OPERATOR = { id: 0, role: 'superadmin', company_id: 0 } as const

/** `npm run user -- list`: one user a line. */
export const printUsers: UserCommand = (call) => {
  readOptions(z.strictObject({}), call.options)
  return withInstallation(call, async ({ db, config }) => {
    const users = await listUsers(db.read, OPERATOR, config.protectedUserId)
    if (users.length === 0) call.print('There is no user yet.\n')
    for (const { id, email, first_name, last_name, role, company_name, is_active } of users) {
      const state = is_active ? '' : ' This account is not active.'
      call.print(`User ${id} is ${first_name} ${last_name} (${email}), ${role} of ${company_name}.${state}\n`)
    }
    return 0
  })
}
