import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import { readOrMakeSecret } from './secret-file.ts'

const SECRET = /^[0-9a-f]{64}$/
/** A truncated secret, left by older versions when they were killed. It has signed no token. */
const BEGUN_SECRET = /^[0-9a-f]{0,63}$/

/**
 * Reads the secret that signs tokens, or creates it at the first start. Only the server's user can read the file.
 *
 * @throws Error with a sentence for the operator if the file has other content
 */
export async function readTokenSecret(
  dataDir: string,
  incoming: Incoming,
  make: () => string = newTokenSecret,
): Promise<string> {
  const path = pathIn(dataDir)
  await using incomingFolder = await incoming.openFolder()
  const secret = await readOrMakeSecret(path, make, BEGUN_SECRET, incomingFolder.newPath())
  if (!SECRET.test(secret)) {
    throw new Error(`${path} has no token secret. Remove it; all users must then sign in again.`)
  }
  return secret
}

/** The secret of a data folder that is not served; undefined without one. */
export async function findTokenSecret(dataDir: string): Promise<string | undefined> {
  const found = await readFile(pathIn(dataDir), 'utf8').catch(unlessMissing)
  return found !== undefined && SECRET.test(found) ? found : undefined
}

/** 256 random bits. */
export function newTokenSecret(): string {
  return randomBytes(32).toString('hex')
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'token-secret')
}
