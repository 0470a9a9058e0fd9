import type { Credentials, User } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { openSession, replaceToken, replaceUser } from './stored-session.ts'

/** @throws ApiError `LOGIN_ERROR` for a wrong e-mail or password */
export async function signIn(credentials: Credentials): Promise<void> {
  const answer = await api.auth.login.$post({ json: credentials })
  const { token, user } = await answer.json()
  openSession({ token, user })
}

/** Asks the server whether the session still lives, and keeps what it says of the user. */
export async function validateSession(signal: AbortSignal): Promise<User> {
  const answer = await api.auth['validate-session'].$get({}, { init: { signal } })
  const { user } = await answer.json()
  replaceUser(user)
  return user
}

export async function refreshToken(): Promise<void> {
  const answer = await api.auth.refresh.$post()
  const { token } = await answer.json()
  replaceToken(token)
}

export async function closeSession(): Promise<void> {
  await api.auth.logout.$post()
}
