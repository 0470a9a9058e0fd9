import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { type Credentials, OwnUser } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Opened = z.object({ token: z.string().min(1), user: OwnUser })
const Renewed = z.object({ token: z.string().min(1) })
const Validated = z.object({ user: OwnUser })

const sessionKeys = {
  caller: (userId: number) => ['session', userId] as const,
}

/** The user of the current session, as the server returns it. */
export function callerQuery(userId: number) {
  return queryOptions({
    queryKey: sessionKeys.caller(userId),
    queryFn: async ({ signal }) => {
      const call = api.auth['validate-session'].$get({}, { init: { signal } })
      const { user } = await readAnswer(call, Validated)
      return user
    },
  })
}

/** @throws RequestError `LOGIN_ERROR` for a wrong e-mail or password */
export function signIn(credentials: Credentials): Promise<z.output<typeof Opened>> {
  return readAnswer(api.auth.login.$post({ json: credentials }), Opened)
}

/** Requests a new token for the same session, with a later expiry. */
export async function refreshToken(): Promise<string> {
  const { token } = await readAnswer(api.auth.refresh.$post(), Renewed)
  return token
}

/** Ends the session on the server. */
export async function signOut(): Promise<void> {
  await api.auth.logout.$post()
}
