import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { findStep } from './totp.ts'

/** Length of a secret, in bytes, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Stores a new secret, which its first code puts in force. The current one stays in force until then. */
export async function storeNextSecret(transaction: Writer, userId: number, key: Buffer): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES)
  const next_secret = encrypt(secret, userId, key)
  await transaction
    .insertInto('totp')
    .values({ user_id: userId, secret: null, next_secret })
    .onConflict((known) => known.column('user_id').doUpdateSet({ next_secret }))
    .execute()
  return secret
}

/** Puts the next secret in force if the code is right for it. @returns false for a wrong code */
export async function confirmNextSecret(
  transaction: Writer,
  userId: number,
  code: string,
  key: Buffer,
): Promise<boolean> {
  const step = await findStepOf(transaction, 'next_secret', userId, code, key)
  if (step === undefined) return false
  await transaction
    .updateTable('totp')
    .set(({ ref }) => ({ secret: ref('next_secret'), next_secret: null, last_step: step }))
    .where('user_id', '=', userId)
    .execute()
  return true
}

/** Uses a code of the authenticator app. A code works once. @returns false for a wrong or used code */
export async function useTotpCode(
  transaction: Writer,
  userId: number,
  code: string,
  key: Buffer,
): Promise<boolean> {
  const step = await findStepOf(transaction, 'secret', userId, code, key)
  if (step === undefined) return false
  const used = await transaction
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** The time step for which the code is right; undefined for a wrong code, or without such a secret. */
async function findStepOf(
  db: Reader,
  which: 'secret' | 'next_secret',
  userId: number,
  code: string,
  key: Buffer,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('totp')
    .select(`${which} as stored`)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.stored ? findStep(decrypt(row.stored, userId, key), code) : undefined
}

/** AES-256-GCM. The user's id is authenticated, so that a secret copied to another row does not work. */
function encrypt(secret: Buffer, userId: number, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(userId)))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** @throws Error if another key encrypted it, which only an operator can mend */
function decrypt(stored: string, userId: number, key: Buffer): Buffer {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new Error(
      'The secret of an authenticator app was encrypted with another factor key. Restore the file factor-key, or reset the factor: npm run user -- reset-factor',
      { cause },
    )
  }
}
