import * as z from 'zod'
import { type OwnPasswordChange, OwnUser, type PasswordResetRequest } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Requested = z.object({ data: z.object({ email: z.string() }) })
const Changed = z.object({ user: OwnUser })

/**
 * Asks the server to mail a new password. Returns the address; the server does not tell whether it has an account.
 *
 * @throws RequestError `too_many_requests`
 */
export async function requestPassword(request: PasswordResetRequest): Promise<string> {
  const { data } = await readAnswer(api.auth['password-reset'].$post({ json: request }), Requested)
  return data.email
}

/**
 * Changes the password of the signed-in user and ends their other sessions.
 *
 * @throws RequestError `validation_failed` at the field, `too_many_requests`
 */
export async function changeOwnPassword(change: OwnPasswordChange): Promise<OwnUser> {
  return (await readAnswer(api.auth.password.$put({ json: change }), Changed)).user
}
