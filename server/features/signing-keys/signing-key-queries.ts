import { sign } from 'node:crypto'
import type { SigningKey } from '#domain/inspections/signing-key.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { requestCompleteErasure } from '#server/infrastructure/database/sqlite/erasure.ts'
import { newPrivateKey, publicHalf, readOrMakeKeyFile, readPrivateKey, writeKeyFile } from './key-file.ts'

/** Every public signing key of the installation, newest first. */
export function listSigningKeys(db: Reader): Promise<SigningKey[]> {
  return db
    .selectFrom('signing_key')
    .select(['id', 'public_key', 'from', 'until', 'revoked_from'])
    .orderBy('from', 'desc')
    .orderBy('id')
    .execute()
}

export type PublicKey = Pick<SigningKey, 'id' | 'public_key'>

/** The current signing key, created on first use, by one of several servers. @throws ApiError `signing_key_unavailable` */
export async function getCurrentKey(db: Writer, secretsDir: string): Promise<PublicKey> {
  const known = await findCurrentKey(db)
  if (known) return known
  await insertKey(db, await readOrMakeKeyFile(secretsDir), new Date().toISOString())
  return getCurrent(db)
}

/**
 * Signs a text with the current key (Ed25519, RFC 8032), in the transaction that found the key.
 *
 * @returns the 64 bytes of the signature in Base64
 * @throws ApiError `signing_key_unavailable`
 */
export async function signWithCurrentKey(db: Writer, secretsDir: string, text: string): Promise<string> {
  const { id } = await getCurrent(db)
  return sign(null, Buffer.from(text), readPrivateKey(secretsDir, id)).toString('base64')
}

/** Checks that the server can sign. @throws ApiError `signing_key_unavailable` */
export async function expectPrivateKey(db: Reader, secretsDir: string): Promise<void> {
  const current = await findCurrentKey(db)
  if (current) readPrivateKey(secretsDir, current.id)
}

/** A revocation: the signatures of the key `id` are no proof from this time. */
export interface Revocation {
  id: string
  revoked_from: string
}

/**
 * Rotates the signing key, and revokes the former one if asked to. The former public key stays, so that its signatures remain verifiable; its
 * private key is deleted, so that it signs no more. Meanwhile the file has both: after a kill, the server can sign with the current one.
 *
 * @param change runs the transaction
 * @returns the new key
 */
export async function rotateKey(
  secretsDir: string,
  change: <Result>(work: (db: Writer) => Promise<Result>) => Promise<Result>,
  revocation?: Revocation,
): Promise<PublicKey> {
  const privateKey = newPrivateKey()
  await writeKeyFile(secretsDir, privateKey, true)
  const key = await change(async (db) => {
    const now = new Date().toISOString()
    await db
      .updateTable('signing_key')
      .set({ until: now, is_current: null, private_key: null })
      .where('is_current', '=', 1)
      .execute()
    await insertKey(db, privateKey, now)
    if (revocation) await revokeKey(db, revocation)
    return getCurrent(db)
  })
  await writeKeyFile(secretsDir, privateKey, false)
  return key
}

export async function revokeKey(db: Writer, { id, revoked_from }: Revocation): Promise<void> {
  await db.updateTable('signing_key').set({ revoked_from }).where('id', '=', id).execute()
}

/** Moves a private key of earlier versions from the database to its file. */
export async function movePrivateKey({ config, db, log }: CoreServices): Promise<void> {
  const row = await db.read
    .selectFrom('signing_key')
    .select('private_key')
    .where('private_key', 'is not', null)
    .executeTakeFirst()
  if (!row?.private_key) return
  await writeKeyFile(config.secretsDir, row.private_key, true)
  await db.write.transaction().execute(async (transaction) => {
    await transaction.updateTable('signing_key').set({ private_key: null }).execute()
    await requestCompleteErasure(transaction)
  })
  // A backup copies unused pages, too.
  await db.eraseDeleted().catch((err) => log.warn({ err }, 'the moved signing key is erased later'))
  log.warn(
    'the private signing key was moved to SECRETS_DIR. Earlier backups have it: protect them, or rotate the key',
  )
}

async function insertKey(db: Writer, privateKey: string, from: string): Promise<void> {
  await db
    .insertInto('signing_key')
    .values({ ...publicHalf(privateKey), private_key: null, from, until: null, is_current: 1 })
    .onConflict((conflict) => conflict.doNothing())
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
