import { parseArgs } from 'node:util'
import pino from 'pino'
import * as z from 'zod'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { UserDraft } from '#domain/user.ts'
import { writeLocalAuditEntry } from '#server/core/audit/audit-log.ts'
import { companyExists } from '#server/features/companies/company-queries.ts'
import { type AcceptedPassword, acceptPassword } from '#server/features/users/accept-password.ts'
import { insertUser } from '#server/features/users/user-queries.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { ApiError, terminalSentence, terminalSentences } from '#server/infrastructure/errors.ts'
import { openServices } from '#server/start/services.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run user -- add --email E --first-name F --last-name L --role R [--company ID]
Roles: superadmin, admin, company_manager, operator, customer, viewer. The password is asked for, or read from standard input.
Without --company the user belongs to the operator's own company (${OPERATOR_COMPANY_ID}).`

const NewAccount = z.object({
  email: UserDraft.shape.email,
  'first-name': UserDraft.shape.first_name,
  'last-name': UserDraft.shape.last_name,
  role: UserDraft.shape.role,
  company: z.coerce.number().pipe(UserDraft.shape.company_id).default(OPERATOR_COMPANY_ID),
})

/** `npm run user`: adds a user. @param readPassword is called when everything else is right */
export async function addUser(
  { args, env, print }: CommandCall,
  readPassword: () => Promise<string>,
): Promise<number> {
  const option = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: option, 'first-name': option, 'last-name': option, role: option, company: option },
  })
  if (positionals[0] !== 'add' || positionals.length > 1) throw new Error(USAGE)
  const account = NewAccount.safeParse(values)
  if (!account.success) {
    throw new Error(
      `${account.error.issues.map((issue) => `--${issue.path.join('.')}: ${terminalSentence(issue.message)}`).join('\n')}\n\n${USAGE}`,
    )
  }
  const { email, role, company, 'first-name': first_name, 'last-name': last_name } = account.data

  const { db, store, passwords } = await openServices(readConfig(env), pino({ level: 'silent' }))
  try {
    // A new database has run all of them.
    const isNew = db.migrations.some((name) => name.startsWith('0001-'))
    if (db.migrations.length > 0 && !isNew) print(`The database was migrated: ${db.migrations.join(', ')}.\n`)
    if (!(await companyExists(db.read, company))) throw new Error(`There is no company ${company}.`)
    const password = UserDraft.shape.password.safeParse(await readPassword())
    if (!password.success)
      throw new Error(
        `Password: ${password.error.issues.map(({ message }) => terminalSentence(message)).join('\n')}`,
      )
    const password_hash = await passwords.hash(accept(password.data, { email, first_name, last_name }))
    const user = { email, first_name, last_name, role, company_id: company, is_active: true, password_hash }
    const add = async (transaction: Writer) => {
      const id = await insertUser(transaction, user)
      await writeLocalAuditEntry(transaction, { action: 'user.add', record: { id, name: email } })
      return id
    }
    const id = await repeatOnConflict(() => db.write.transaction().execute(add)).catch((error) => {
      throw error instanceof ApiError && error.code === 'email_taken'
        ? new Error('That e-mail address is taken.')
        : error
    })
    print(`User ${id} (${email}, ${role}) was created.\n`)
    return 0
  } finally {
    await db.close()
    store.close()
  }
}

function accept(...password: Parameters<typeof acceptPassword>): AcceptedPassword {
  try {
    return acceptPassword(...password)
  } catch (error) {
    throw new Error(`Password: ${terminalSentences(error)}`, { cause: error })
  }
}
