import { clientPlace } from '#server/core/access/client-address.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Comparison } from './password.ts'
import type { Trust } from './sign-in-limit.ts'

/**
 * Compares a password if the sign-in limit allows another attempt for this account from the client's address.
 *
 * @param compare compares the password with `Passwords.matches`; it returns undefined for a wrong one
 * @throws ApiError `too_many_requests`
 */
export async function throttleComparison<T>(
  c: ApiContext,
  emailFolded: string,
  trust: Trust,
  compare: (comparison: Comparison) => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = await c.var.services.signInLimit.begin(emailFolded, clientPlace(c), trust)
  const result = await compare(attempt).catch(async (error) => {
    await attempt.withdrawn()
    throw error
  })
  if (result === undefined) await attempt.failed()
  else await attempt.succeeded()
  return result
}
