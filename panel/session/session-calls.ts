import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { SecondFactor } from '#domain/account.ts'
import { type Credentials, OwnUser } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { passkeyScript } from './passkey-script.ts'

const Opened = z.object({
  token: z.string().min(1),
  user: OwnUser,
  second_factor: z.array(SecondFactor).optional(),
})
const Done = z.object({ success: z.literal(true) })
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) })
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

/** A session whose password was right, and the ways to prove its second factor. */
export interface AwaitingSession {
  token: string
  user: OwnUser
  factors: SecondFactor[]
}

/** The session is not the browser's yet, so its token is sent with each call. */
const authorized = ({ token }: AwaitingSession) => ({ headers: { Authorization: `Bearer ${token}` } })

/** @throws RequestError `invalid_code`, `too_many_requests` */
export async function proveCode(
  awaiting: AwaitingSession,
  kind: 'totp' | 'recovery',
  code: string,
): Promise<void> {
  await readAnswer(api.auth.factor[kind].$post({ json: { code } }, authorized(awaiting)), Done)
}

/** @throws RequestError `invalid_code`, `too_many_requests`; Error if the person cancels */
export async function provePasskey(awaiting: AwaitingSession): Promise<void> {
  const { passkey } = api.auth.factor
  const { options } = await readAnswer(passkey.options.$post({}, authorized(awaiting)), Options)
  await readAnswer(
    passkey.$post({ json: { response: await askPasskey(options) } }, authorized(awaiting)),
    Done,
  )
}

/** Signs in with a passkey alone. @throws RequestError `invalid_code`, `too_many_requests`; Error if the person cancels */
export async function signInWithPasskey(): Promise<z.output<typeof Opened>> {
  const { passkey } = api.auth
  const { options } = await readAnswer(passkey.options.$post(), Options)
  return readAnswer(passkey.$post({ json: { response: await askPasskey(options) } }), Opened)
}

/** Lets the browser ask the person for a passkey. */
async function askPasskey(options: object) {
  const { startAuthentication } = await passkeyScript.load()
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const response = await startAuthentication({ optionsJSON })
  return response as Parameters<typeof api.auth.passkey.$post>[0]['json']['response']
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
