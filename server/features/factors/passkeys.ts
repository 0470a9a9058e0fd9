import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { Passkey, PasskeyAnswer, PasskeyDraft } from '#domain/account.ts'
import { PASSKEYS_PER_USER } from '#domain/limits.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Ed25519, ECDSA with P-256 and RSA. @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const ALGORITHMS = [-8, -7, -257]
/** How long a challenge can be answered, in milliseconds. */
const CHALLENGE_MS = 5 * 60 * 1000

/** Loads the library, which most requests do not need. Called before a transaction, which must not wait for the disk. */
export const webAuthn = () => import('@simplewebauthn/server')

/** The user of a passkey, and the row. */
interface StoredPasskey {
  id: string
  user_id: number
  public_key: string
  counter: number
  transports: string
}

/** The passkeys of a user, oldest first. */
export function listPasskeys(db: Reader, userId: number): Promise<Passkey[]> {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * The options with which a browser makes a passkey. Each passkey verifies its user (PIN, finger, face), so it can be the only proof of a
 * sign-in.
 */
export async function passkeyDraftOptions(
  transaction: Writer,
  origin: string,
  { id, email, sessionId, name }: { id: number; email: string; sessionId: string; name: string },
) {
  const known = await findStored(transaction, id)
  if (known.length >= PASSKEYS_PER_USER) throw new ApiError('too_many_passkeys')
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Kanat',
    rpID: new URL(origin).hostname,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(String(id)),
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await storeChallenge(transaction, options.challenge, sessionId)
  return options
}

/** Stores the passkey that the browser has made. @throws ApiError `invalid_code` */
export async function storePasskey(
  transaction: Writer,
  origin: string,
  { id, sessionId }: { id: number; sessionId: string },
  { name, response }: PasskeyDraft,
): Promise<void> {
  const { verifyRegistrationResponse } = await webAuthn()
  const challenge = await takeChallenge(transaction, response.response.clientDataJSON, sessionId)
  const { registrationInfo } = await refuseUnverified(() =>
    verifyRegistrationResponse({
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new ApiError('invalid_code')
  const { credential } = registrationInfo
  await refuseViolation('unique', 'invalid_code', () =>
    transaction
      .insertInto('passkey')
      .values({
        id: credential.id,
        user_id: id,
        name,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        created_at: new Date().toISOString(),
        last_used_at: null,
      })
      .execute(),
  )
}

/**
 * The options with which a browser answers with a passkey.
 *
 * @param caller undefined for a sign-in, for which the browser offers the passkeys that it has for this site
 */
export async function passkeyAnswerOptions(
  transaction: Writer,
  origin: string,
  caller: { id: number; sessionId: string } | undefined,
) {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
    allowCredentials: caller ? (await findStored(transaction, caller.id)).map(describe) : [],
  })
  await storeChallenge(transaction, options.challenge, caller?.sessionId ?? null)
  return options
}

/**
 * Verifies the answer of a passkey, each challenge once.
 *
 * @param sessionId null for a sign-in
 * @returns the user of the passkey @throws ApiError `invalid_code`
 */
export async function usePasskey(
  transaction: Writer,
  origin: string,
  sessionId: string | null,
  { response }: PasskeyAnswer,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const expectedChallenge = await takeChallenge(transaction, response.response.clientDataJSON, sessionId)
  const stored = await transaction
    .selectFrom('passkey')
    .select(['id', 'user_id', 'public_key', 'counter', 'transports'])
    .where('id', '=', response.id)
    .executeTakeFirst()
  if (!stored) throw new ApiError('invalid_code')
  const { verified, authenticationInfo } = await refuseUnverified(() =>
    verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      credential: credentialOf(stored),
    }),
  )
  if (!verified) throw new ApiError('invalid_code')
  await transaction
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, last_used_at: new Date().toISOString() })
    .where('id', '=', stored.id)
    .execute()
  return stored.user_id
}

function findStored(db: Reader, userId: number): Promise<StoredPasskey[]> {
  return db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', userId)
    .execute()
}

function describe({ id, transports }: StoredPasskey) {
  return { id, transports: JSON.parse(transports) as NonNullable<WebAuthnCredential['transports']> }
}

function credentialOf(stored: StoredPasskey): WebAuthnCredential {
  const publicKey = new Uint8Array(Buffer.from(stored.public_key, 'base64url'))
  return { ...describe(stored), publicKey, counter: stored.counter }
}

async function storeChallenge(transaction: Writer, challenge: string, sessionId: string | null) {
  const now = Date.now()
  await transaction
    .deleteFrom('passkey_challenge')
    .where('expires_at', '<=', new Date(now).toISOString())
    .execute()
  await transaction
    .insertInto('passkey_challenge')
    .values({ challenge, session_id: sessionId, expires_at: new Date(now + CHALLENGE_MS).toISOString() })
    .execute()
}

/** Takes the challenge of an answer, so that the answer works once. @throws ApiError `invalid_code` */
async function takeChallenge(
  transaction: Writer,
  clientDataJSON: string,
  sessionId: string | null,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const taken = await transaction
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('expires_at', '>', new Date().toISOString())
    .returning('challenge')
    .executeTakeFirst()
  if (!taken) throw new ApiError('invalid_code')
  return taken.challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** The library throws a sentence for each wrong part of an answer. */
async function refuseUnverified<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify()
  } catch (cause) {
    throw new ApiError('invalid_code', { cause })
  }
}
