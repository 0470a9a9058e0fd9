import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder, syncFolder, writeDurably } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'

/**
 * Reads a secret file, or creates it. Only the server's user can read it. Of several processes that create it at once, one wins, and all
 * get its secret.
 *
 * @param begun matches truncated content, which is replaced
 * @param made a new path on the same file system
 */
export async function readOrMakeSecret(
  path: string,
  make: () => string,
  begun?: RegExp,
  made = newPathBeside(path),
): Promise<string> {
  const found = await readFile(path, 'utf8').catch(unlessMissing)
  if (found !== undefined && !begun?.test(found)) return found
  await write(path, make(), made, found === undefined ? linkUnlessThere : rename)
  return readFile(path, 'utf8')
}

/** Replaces a secret file: after a kill, it has the former or the new content. */
export function replaceSecret(path: string, secret: string): Promise<void> {
  return write(path, secret, newPathBeside(path), rename)
}

async function write(
  path: string,
  secret: string,
  made: string,
  place: (made: string, path: string) => Promise<void>,
): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  try {
    await writeDurably(made, Buffer.from(secret), 0o600)
    await place(made, path)
  } finally {
    await rm(made, { force: true })
  }
  await syncFolder(dirname(path))
}

function newPathBeside(path: string): string {
  return `${path}-${randomUUID()}`
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
