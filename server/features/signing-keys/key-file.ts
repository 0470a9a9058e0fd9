import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readOrMakeSecret, replaceSecret } from '#server/core/access/secret-file.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/g

/** The file of the private signing key. During a rotation it has the new key before the former one. */
function pathIn(secretsDir: string): string {
  return join(secretsDir, 'signing-key.pem')
}

/** A new Ed25519 private key, as PEM (PKCS #8). */
export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The public half of a private key, with its id: the SHA-256 of the public key (DER). */
export function publicHalf(privateKey: string): { id: string; public_key: string } {
  const key = createPublicKey(privateKey)
  return { id: idOf(key), public_key: key.export({ type: 'spki', format: 'pem' }).toString() }
}

function idOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** The first private key of the file, which is created on first use, by one of several servers. */
export async function readOrMakeKeyFile(secretsDir: string): Promise<string> {
  const content = await readOrMakeSecret(pathIn(secretsDir), newPrivateKey)
  const [first] = content.match(PRIVATE_KEY) ?? []
  if (first === undefined) throw unavailable(secretsDir)
  return first
}

/** Puts a private key into the file. @param keepsOthers true if those in the file stay, after it */
export async function writeKeyFile(
  secretsDir: string,
  privateKey: string,
  keepsOthers: boolean,
): Promise<void> {
  const path = pathIn(secretsDir)
  const others = keepsOthers ? ((await readFile(path, 'utf8').catch(unlessMissing)) ?? '') : ''
  await replaceSecret(path, others.includes(privateKey) ? others : privateKey + others)
}

/**
 * The private key with this id. It is read each time, in some microseconds, so that a rotation by another process counts at once.
 *
 * @throws ApiError `signing_key_unavailable` if the file is missing or belongs to another key
 */
export function readPrivateKey(secretsDir: string, id: string): KeyObject {
  try {
    for (const pem of readFileSync(pathIn(secretsDir), 'utf8').match(PRIVATE_KEY) ?? []) {
      const key = createPrivateKey(pem)
      if (idOf(createPublicKey(key)) === id) return key
    }
  } catch (error) {
    throw unavailable(secretsDir, error)
  }
  throw unavailable(secretsDir)
}

function unavailable(secretsDir: string, cause?: unknown): ApiError {
  const sentence = `${pathIn(secretsDir)} does not have the current signing key. Bring the file back, or run \`npm run keys -- rotate\`.`
  return new ApiError('signing_key_unavailable', { cause: new Error(sentence, { cause }) })
}
