import { randomBytes } from 'node:crypto'
import { link, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeDurably } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'

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
  const found = await readFile(path, 'utf8').catch(unlessMissing)
  if (found === undefined || BEGUN_SECRET.test(found)) {
    await keepSecret(incoming, path, make(), found !== undefined)
  }

  const secret = await readFile(path, 'utf8')
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

/** Writes and syncs a temporary file, then links it as `path`, so that `path` is complete even if the process is killed. */
async function keepSecret(incoming: Incoming, path: string, secret: string, replace: boolean): Promise<void> {
  await using incomingFolder = await incoming.openFolder()
  const made = incomingFolder.newPath()
  await writeDurably(made, Buffer.from(secret), 0o600)
  if (replace) await rename(made, path)
  else await linkUnlessThere(made, path)
  await syncFolder(dirname(path))
}

/** Unlike a rename, a link does not replace a secret that another process has created meanwhile. */
async function linkUnlessThere(made: string, path: string): Promise<void> {
  try {
    await link(made, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ENOENT: another server started meanwhile, created a secret and emptied `incoming/`.
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}
