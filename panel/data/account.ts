import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { OwnAccount, type OwnAccountChange, OwnSession, Passkey, type Proof } from '#domain/account.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { passkeyScript } from '#panel/session/passkey-script.ts'

const Done = z.object({ success: z.literal(true) })
const Changed = z.object({ recovery_codes: z.array(z.string()), token: z.string() })
/** A change of the factors. The former token is no longer valid. */
export type ChangedFactors = z.infer<typeof Changed>

const accountKeys = {
  all: ['account'] as const,
}

/** The beginnings of the keys of the queries about the caller's account. */
export const listsAfterAccount = () => [accountKeys.all]

export const accountQuery = queryOptions({
  queryKey: [...accountKeys.all, 'fields'],
  queryFn: async ({ signal }) =>
    (await readAnswer(api.account.$get({}, { init: { signal } }), z.object({ data: OwnAccount }))).data,
})

export const sessionsQuery = queryOptions({
  queryKey: [...accountKeys.all, 'sessions'],
  queryFn: async ({ signal }) => {
    const call = api.account.sessions.$get({}, { init: { signal } })
    return (await readAnswer(call, z.object({ data: z.array(OwnSession) }))).data
  },
})

export const passkeysQuery = queryOptions({
  queryKey: [...accountKeys.all, 'passkeys'],
  queryFn: async ({ signal }) => {
    const call = api.account.passkeys.$get({}, { init: { signal } })
    return (await readAnswer(call, z.object({ data: z.array(Passkey) }))).data
  },
})

/** @throws RequestError `email_taken`, `fresh_proof_required`, `forbidden` */
export function changeAccount(change: OwnAccountChange) {
  const Answer = z.object({ data: OwnAccount, token: z.string().optional() })
  return readAnswer(api.account.$put({ json: change }), Answer)
}

/** Ends a session of the caller; without an id all the others. */
export async function endSessions(id?: string): Promise<void> {
  const { sessions } = api.account
  if (id === undefined) await readAnswer(sessions.$delete(), Done)
  else await readAnswer(sessions[':id'].$delete({ param: { id } }), Done)
}

/** @throws RequestError `validation_failed` for a wrong password, `invalid_code`, `too_many_requests` */
export async function proveIdentity(proof: Proof): Promise<void> {
  await readAnswer(api.auth.proof.$post({ json: proof }), Done)
}

/** Requests a secret for an authenticator app. @throws RequestError `fresh_proof_required` */
export function requestTotp() {
  return readAnswer(api.account.totp.$post(), z.object({ secret: z.string(), uri: z.string() }))
}

/** @throws RequestError `invalid_code`, `fresh_proof_required`, `too_many_requests` */
export function confirmTotp(code: string): Promise<ChangedFactors> {
  return readAnswer(api.account.totp.confirm.$post({ json: { code } }), Changed)
}

/** @throws RequestError `fresh_proof_required` */
export function removeTotp(): Promise<ChangedFactors> {
  return readAnswer(api.account.totp.$delete(), Changed)
}

/** Lets the browser make a passkey and stores it. @throws RequestError `fresh_proof_required`; Error if the person cancels */
export async function addPasskey(name: string): Promise<ChangedFactors> {
  const { options } = await readAnswer(
    api.account.passkeys.options.$post(),
    z.object({ options: z.looseObject({ challenge: z.string() }) }),
  )
  const { startRegistration } = await passkeyScript.load()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = await startRegistration({ optionsJSON })
  const json = { name, response } as Parameters<typeof api.account.passkeys.$post>[0]['json']
  return readAnswer(api.account.passkeys.$post({ json }), Changed)
}

/** @throws RequestError `fresh_proof_required` */
export function removePasskey(id: string): Promise<ChangedFactors> {
  return readAnswer(api.account.passkeys[':id'].$delete({ param: { id } }), Changed)
}

/** @throws RequestError `fresh_proof_required` */
export async function renewRecoveryCodes(): Promise<string[]> {
  const Answer = z.object({ recovery_codes: z.array(z.string()) })
  return (await readAnswer(api.account['recovery-codes'].$post(), Answer)).recovery_codes
}
