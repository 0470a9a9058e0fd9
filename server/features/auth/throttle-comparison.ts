import { clientPlace } from '#server/core/access/client-address.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { Comparison } from './password.ts'
import type { Trust } from './sign-in-limit.ts'
import { recordThrottled } from './throttle-entries.ts'

/**
 * Compares a password if the sign-in limit allows another attempt for this account from the client's address.
 *
 * @param compare compares the password with `Passwords.matches`; it returns undefined for a wrong one
 * @throws ApiError `too_many_requests`
 */
export async function throttleComparison<T>(
  c: ApiContext<unknown, Services>,
  emailFolded: string,
  trust: Trust,
  compare: (comparison: Comparison) => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = await c.var.services.signInLimit
    .begin(emailFolded, clientPlace(c), trust)
    .catch((error) => recordRefusal(c, emailFolded, error))
  const result = await compare(attempt).catch(async (error) => {
    await attempt.withdrawn()
    return recordRefusal(c, emailFolded, error)
  })
  if (result === undefined) await attempt.failed()
  else await attempt.succeeded()
  return result
}

/** @throws the error */
async function recordRefusal(
  c: ApiContext<unknown, Services>,
  emailFolded: string,
  error: unknown,
): Promise<never> {
  if (error instanceof ApiError && error.code === 'too_many_requests') await recordThrottled(c, emailFolded)
  throw error
}
