import { randomBytes } from 'node:crypto'
import { link, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeDurably } from '#server/disk/durable-files.ts'
import type { Incoming } from '#server/store/incoming.ts'

declare module '#server/env.ts' {
  interface Services {
    tokenSecret: string
  }
}

const SECRET = /^[0-9a-f]{64}$/
/** What versions that wrote the file in its place left of a secret when they were killed. Such a secret signed nothing. */
const BEGUN_SECRET = /^[0-9a-f]{0,63}$/

/**
 * The secret that signs tokens: made on the first start, readable by the server's user alone.
 *
 * @throws with a sentence when the file has something else in it.
 */
export async function readTokenSecret(dataDir: string, incoming: Incoming): Promise<string> {
  const path = join(dataDir, 'token-secret')
  const found = await readIfThere(path)
  if (found === undefined || BEGUN_SECRET.test(found)) await makeSecret(incoming, path, found !== undefined)

  const secret = await readFile(path, 'utf8')
  if (!SECRET.test(secret)) {
    throw new Error(`${path} does not hold a token secret. Remove it and everyone has to sign in again.`)
  }
  return secret
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a secret aside and gives it its name when the disk has it: whenever the process is killed, `path` is whole. */
async function makeSecret(incoming: Incoming, path: string, replace: boolean): Promise<void> {
  await using intake = await incoming.openIntake()
  const made = intake.newPath()
  await writeDurably(made, Buffer.from(randomBytes(32).toString('hex')), 0o600)
  if (replace) await rename(made, path)
  else await linkUnlessThere(made, path)
  await syncFolder(dirname(path))
}

/** Unlike a rename, a link leaves the secret in place that another process made meanwhile. */
async function linkUnlessThere(made: string, path: string): Promise<void> {
  try {
    await link(made, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ENOENT: the server started meanwhile. It made a secret and then emptied `incoming/`.
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}
