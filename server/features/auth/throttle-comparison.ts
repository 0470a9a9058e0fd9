import { clientPlace } from '#server/core/access/client-address.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { findAccount } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { Comparison } from './password.ts'
import type { Trust } from './sign-in-limit.ts'

/**
 * Compares a password if the sign-in limit allows another attempt for this account from the client's address.
 *
 * @param compare compares the password with `Passwords.matches`; it returns undefined for a wrong one
 * @throws ApiError `too_many_requests`
 */
export async function throttleComparison<T>(
  c: ApiContext<unknown, Services>,
  guessed: 'session' | 'password',
  emailFolded: string,
  trust: Trust,
  compare: (comparison: Comparison) => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = await c.var.services.signInLimit
    .begin(emailFolded, clientPlace(c), trust)
    .catch((error) => recordRefusal(c, guessed, emailFolded, error))
  const result = await compare(attempt).catch(async (error) => {
    await attempt.withdrawn()
    return recordRefusal(c, guessed, emailFolded, error)
  })
  if (result === undefined) await attempt.failed()
  else await attempt.succeeded()
  return result
}

/**
 * Writes an audit entry if the limits refused a guess of the caller or of a visitor, for the first one of the account from its address.
 *
 * @throws the error
 */
export async function recordRefusal(
  c: ApiContext<unknown, Services>,
  guessed: 'session' | 'password' | 'factor',
  account: string,
  error: unknown,
): Promise<never> {
  const { db, throttleEntryLimits } = c.var.services
  const isThrottled = error instanceof ApiError && error.code === 'too_many_requests'
  if (!isThrottled || !(await throttleEntryLimits.allows(account, clientPlace(c)))) throw error
  const user = await findAccount(db.read, account)
  await writeAuditEntryIfSpace(c, {
    action: `${guessed}.throttle`,
    record: { id: user?.id ?? '', name: account },
    companyId: user?.company_id ?? null,
    by: guessed === 'session' ? undefined : user,
  })
  throw error
}
