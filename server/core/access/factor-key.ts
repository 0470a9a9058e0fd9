import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'

const KEY = /^[0-9a-f]{64}$/

/** Reads the key that encrypts the secrets of authenticator apps, or creates it. It is in no backup: see `docs/operations.md`. */
export async function readFactorKey(secretsDir: string): Promise<Buffer> {
  const path = join(secretsDir, 'factor-key')
  const found = await readFile(path, 'utf8').catch(unlessMissing)
  if (found !== undefined && KEY.test(found)) return Buffer.from(found, 'hex')
  const key = randomBytes(32)
  await mkdir(secretsDir, { recursive: true, mode: 0o700 })
  await writeDurably(path, Buffer.from(key.toString('hex')), 0o600)
  return key
}
