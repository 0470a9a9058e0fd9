import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeSecret } from './secret-file.ts'

const KEY = /^[0-9a-f]{64}$/

/**
 * Reads the key that encrypts the secrets of authenticator apps, or creates it. It is in no backup: see `docs/operations.md`.
 *
 * @throws Error with a sentence for the operator if the file has other content
 */
export async function readFactorKey(secretsDir: string): Promise<Buffer> {
  const path = join(secretsDir, 'factor-key')
  const key = await readOrMakeSecret(path, () => randomBytes(32).toString('hex'))
  if (!KEY.test(key))
    throw new Error(`${path} has no key. Bring it back, or remove it: users then set up their app again.`)
  return Buffer.from(key, 'hex')
}
