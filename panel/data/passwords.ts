import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { type OwnPasswordChange, OwnUser, type PasswordResetRequest } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Requested = z.object({ data: z.object({ email: z.string() }) })
const Changed = z.object({ user: OwnUser, token: z.string() })

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
 * Changes the password of the signed-in user. All their sessions end; the answer has the token of another one.
 *
 * @throws RequestError `validation_failed` at the field, `too_many_requests`
 */
export function changeOwnPassword(change: OwnPasswordChange): Promise<z.infer<typeof Changed>> {
  return readAnswer(api.auth.password.$put({ json: change }), Changed)
}

const Invitation = z.object({
  data: z.object({ email: z.string(), first_name: z.string(), company_name: z.string() }),
})

/** The invitation of a link. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const call = api.invitations[':token'].$get({ param: { token } }, { init: { signal } })
      return (await readAnswer(call, Invitation)).data
    },
  })
}

/** @throws RequestError `invitation_not_found`, `validation_failed` at the field, `too_many_requests` */
export async function acceptInvitation(token: string, password: string): Promise<void> {
  const call = api.invitations[':token'].$post({ param: { token }, json: { password } })
  await readAnswer(call, z.object({ success: z.literal(true) }))
}
