import type { Context } from 'hono'
import { clientPlace } from '#server/access/client-address.ts'
import type { Env } from '#server/env.ts'
import { tooManyRequests } from '#server/errors.ts'
import type { Standing } from './sign-in-limit.ts'

/**
 * Lets a password be compared, as often as the limit lets somebody at this address guess that of this account.
 *
 * @param compare is told its rank in the line of those who wait; undefined means the password was wrong
 * @throws ApiError `too_many_requests`
 */
export async function throttleComparison<T>(
  c: Context<Env>,
  emailFolded: string,
  standing: Standing,
  compare: (rank: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = c.var.services.signInLimit.begin(emailFolded, clientPlace(c), standing)
  if (typeof attempt === 'number') throw tooManyRequests(attempt)
  const result = await compare(attempt.rank).catch((error) => {
    attempt.withdrawn()
    throw error
  })
  if (result === undefined) attempt.failed()
  else attempt.succeeded()
  return result
}
