import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { SigningKey } from '#domain/inspections/signing-key.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** Every public signing key of the installation, newest first. In this file only `signWithCurrentKey` reads a private one. */
export function listSigningKeys(db: Reader): Promise<SigningKey[]> {
  return db
    .selectFrom('signing_key')
    .select(['id', 'public_key', 'from', 'until'])
    .orderBy('from', 'desc')
    .orderBy('id')
    .execute()
}

export type PublicKey = Pick<SigningKey, 'id' | 'public_key'>

/** The current signing key, created on first use, by one of several servers. */
export async function getCurrentKey(db: Writer): Promise<PublicKey> {
  const known = await findCurrentKey(db)
  if (known) return known
  await insertKey(db, new Date().toISOString())
  return getCurrent(db)
}

/**
 * Signs a text with the current key (Ed25519, RFC 8032), in the transaction that found the key.
 *
 * @returns the 64 bytes of the signature in Base64
 */
export async function signWithCurrentKey(db: Writer, text: string): Promise<string> {
  const { private_key } = await db
    .selectFrom('signing_key')
    .select('private_key')
    .where('is_current', '=', 1)
    .executeTakeFirstOrThrow()
  if (private_key === null) throw new Error('The current signing key has no private key.')
  return sign(null, Buffer.from(text), private_key).toString('base64')
}

/**
 * Rotates the signing key. The former public key stays, so that its signatures remain verifiable; its private key is deleted, so that it
 * signs no more.
 *
 * @returns the new key
 */
export async function rotateKey(db: Writer): Promise<PublicKey> {
  const now = new Date().toISOString()
  await db
    .updateTable('signing_key')
    .set({ until: now, is_current: null, private_key: null })
    .where('is_current', '=', 1)
    .execute()
  await insertKey(db, now)
  return getCurrent(db)
}

async function insertKey(db: Writer, from: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  await db
    .insertInto('signing_key')
    .values({
      id,
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      from,
      until: null,
      is_current: 1,
    })
    .onConflict((conflict) => conflict.column('is_current').doNothing())
    .execute()
}

function findCurrentKey(db: Reader): Promise<PublicKey | undefined> {
  return currentKey(db).executeTakeFirst()
}

function getCurrent(db: Reader): Promise<PublicKey> {
  return currentKey(db).executeTakeFirstOrThrow()
}

function currentKey(db: Reader) {
  return db.selectFrom('signing_key').select(['id', 'public_key']).where('is_current', '=', 1)
}
