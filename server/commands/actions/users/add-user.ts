import * as z from 'zod'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { ROLES, Role } from '#domain/permissions.ts'
import { UserDraft } from '#domain/user.ts'
import { writeLocalAuditEntry } from '#server/core/audit/audit-log.ts'
import { companyExists } from '#server/features/companies/company-queries.ts'
import { insertUser } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { readNewPassword, readOptions, type UserCommand } from './user-command.ts'
import { withInstallation } from './with-installation.ts'

const NewAccount = z.strictObject({
  email: UserDraft.shape.email,
  'first-name': UserDraft.shape.first_name,
  'last-name': UserDraft.shape.last_name,
  role: z
    .string()
    .refine((role) => Role.safeParse(role).success, `Must be one of ${ROLES.join(', ')}`)
    .pipe(Role),
  company: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'This is not the id of a company')
    .transform(Number)
    .default(OPERATOR_COMPANY_ID),
})

/** `npm run user -- add` */
export const addUser: UserCommand = (call) => {
  const { email, role, company, ...names } = readOptions(NewAccount, call.options)
  const person = { email, first_name: names['first-name'], last_name: names['last-name'] }
  return withInstallation(call, async ({ db, passwords, change }) => {
    if (!(await companyExists(db.read, company))) throw new Error(`There is no company ${company}.`)
    const password_hash = await passwords.hash(await readNewPassword(call.readPassword, person))
    const user = { ...person, role, company_id: company, is_active: true, password_hash }
    const id = await change(async (transaction) => {
      const id = await insertUser(transaction, user)
      await writeLocalAuditEntry(transaction, { action: 'user.add', record: { id, name: email } })
      return id
    }).catch((error) => {
      const isTaken = error instanceof ApiError && error.code === 'email_taken'
      throw isTaken ? new Error('That e-mail address is taken.') : error
    })
    call.print(`User ${id} (${email}, ${role}) was created.\n`)
    return 0
  })
}
