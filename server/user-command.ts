import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import pino from 'pino'
import * as z from 'zod'
import { OPERATOR_COMPANY_ID, PASSWORD_MIN_LENGTH } from '#domain/limits.ts'
import { Role } from '#domain/permissions.ts'
import { noteLocalDeed } from './audit/audit-log.ts'
import { companyExists } from './companies/company-queries.ts'
import { environment, readConfig } from './config.ts'
import { ApiError } from './errors.ts'
import { openServices } from './services.ts'
import { insertUser } from './users/user-queries.ts'

const USAGE = `npm run user -- add --email E --first-name F --last-name L --role R [--company ID]
Roles: superadmin, admin, company_manager, operator, customer, viewer. The password is asked for, or read from standard input.
Without --company the user belongs to the operator's own company (${OPERATOR_COMPANY_ID}).`

const NewAccount = z.object({
  email: z.email(),
  'first-name': z.string().trim().min(1),
  'last-name': z.string().trim().min(1),
  role: Role,
  company: z.coerce.number().int().positive().default(OPERATOR_COMPANY_ID),
})

try {
  process.stdout.write(`${await addUser()}\n`)
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

async function addUser(): Promise<string> {
  const option = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: option, 'first-name': option, 'last-name': option, role: option, company: option },
  })
  if (positionals[0] !== 'add' || positionals.length > 1) throw new Error(USAGE)
  const account = NewAccount.safeParse(values)
  if (!account.success) {
    throw new Error(
      `${account.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n')}\n\n${USAGE}`,
    )
  }
  const { email, role, company, 'first-name': first_name, 'last-name': last_name } = account.data

  const { db, passwords } = await openServices(readConfig(environment()), pino({ level: 'silent' }))
  if (!(await companyExists(db.read, company))) throw new Error(`There is no company ${company}.`)
  const password_hash = await passwords.hash(await readPassword())
  const user = { email, first_name, last_name, role, company_id: company, is_active: true, password_hash }
  const id = await db.write.transaction().execute(async (transaction) => {
    const id = await insertUser(transaction, user)
    await noteLocalDeed(transaction, { action: 'user.add', record: { id, name: email } })
    return id
  })
  db.close()
  return `User ${id} (${email}, ${role}) made.`
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'email_taken') return 'That e-mail address is taken.'
  return error instanceof Error ? error.message : String(error)
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stdout.write(`Password (${PASSWORD_MIN_LENGTH} characters or more): `)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    if (line.length < PASSWORD_MIN_LENGTH) break
    return line
  }
  throw new Error(`A password has ${PASSWORD_MIN_LENGTH} characters or more.`)
}
