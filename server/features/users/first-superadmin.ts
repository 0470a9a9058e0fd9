import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { writeLocalAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Services } from '#server/core/env.ts'
import { terminalSentences } from '#server/infrastructure/errors.ts'
import { type AcceptedPassword, acceptPassword } from './accept-password.ts'
import { hasUsers, insertUser } from './user-queries.ts'

/**
 * Without any user, creates the first superadmin from the configuration, or logs how to.
 *
 * @throws with a sentence if the password is easy to guess. Once the user exists, the configured password has no effect.
 */
export async function makeFirstSuperadmin({
  config,
  db,
  passwords,
  transactions,
  log,
}: Services): Promise<void> {
  if (await hasUsers(db.read)) return
  if (!config.superadmin) {
    log.warn(
      'No user exists. Create one: npm run user -- add --email you@company.example --first-name Ada --last-name Yel --role superadmin',
    )
    return
  }
  const { email, password } = config.superadmin
  const person = { first_name: 'Super', last_name: 'Admin', email }
  const user = {
    ...person,
    role: 'superadmin',
    company_id: OPERATOR_COMPANY_ID,
    is_active: true,
    password_hash: await passwords.hash(acceptFirst(password, person)),
  } as const
  const isMade = await transactions.run(async (transaction) => {
    // Another server starting at the same time may have created the user.
    if (await hasUsers(transaction)) return false
    const id = await insertUser(transaction, user)
    await writeLocalAuditEntry(transaction, { action: 'user.add', record: { id, name: email } })
    return true
  }, 'use reserve')
  if (isMade) log.info({ email }, 'created the first superadmin')
}

function acceptFirst(...password: Parameters<typeof acceptPassword>): AcceptedPassword {
  try {
    return acceptPassword(...password)
  } catch (error) {
    throw new Error(`SUPERADMIN_PASSWORD: ${terminalSentences(error)}`, { cause: error })
  }
}
