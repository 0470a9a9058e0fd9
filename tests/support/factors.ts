import { renewRecoveryCodes } from '#server/features/factors/factor-queries.ts'
import { codeAt } from '#server/features/factors/totp.ts'
import { storeNextSecret } from '#server/features/factors/totp-queries.ts'
import { Authenticator } from './authenticator.ts'
import type { TestApp } from './test-app.ts'

/** The current code of a secret. @param later time steps from now */
export const codeOf = (secret: Buffer, later = 0) => codeAt(secret, Math.floor(Date.now() / 30_000) + later)

/** Gives a user an authenticator app, without a request. @returns its secret */
export async function enrolTotp({ services }: TestApp, userId: number): Promise<Buffer> {
  const { write } = services.db
  const secret = await storeNextSecret(write, userId, await services.factorKey())
  await write
    .updateTable('totp')
    .set(({ ref }) => ({ secret: ref('next_secret'), next_secret: null }))
    .where('user_id', '=', userId)
    .execute()
  return secret
}

/** Gives a user recovery codes, without a request. */
export function giveRecoveryCodes({ services }: TestApp, userId: number): Promise<string[]> {
  return renewRecoveryCodes(services.db.write, userId)
}

/** Gives a user a passkey, without a request. */
export async function enrolPasskey({ services }: TestApp, userId: number): Promise<Authenticator> {
  const authenticator = new Authenticator(services.config.origin)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: authenticator.register('x') as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: 'x',
    expectedOrigin: services.config.origin,
    expectedRPID: new URL(services.config.origin).hostname,
  })
  if (!registrationInfo) throw new Error('The authenticator does not work.')
  const { id, publicKey, counter } = registrationInfo.credential
  await services.db.write
    .insertInto('passkey')
    .values({
      id,
      user_id: userId,
      name: 'Test',
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: '[]',
      created_at: new Date().toISOString(),
      last_used_at: null,
    })
    .execute()
  return authenticator
}

/** @see https://www.rfc-editor.org/rfc/rfc4648#section-6 */
export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
