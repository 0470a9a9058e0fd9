import { constants, type Stats } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isOwnName } from './data-folder.ts'

/**
 * Checks that this process may read and write the data folder and Kanat's entries in it. A folder restored by root belongs to root, and the
 * database would only say "unable to open database file". Entries of others, such as root or the file system, do not count.
 *
 * @throws with a sentence that names the path, its owner and the command that fixes it
 */
export async function checkAccess(dataDir: string): Promise<void> {
  await checkOne(dataDir, dataDir)
  for (const name of await readdir(dataDir)) {
    if (isOwnName(name)) await checkOne(join(dataDir, name), dataDir)
  }
}

async function checkOne(path: string, dataDir: string): Promise<void> {
  try {
    const { R_OK, W_OK, X_OK } = constants
    const found = await stat(path)
    await access(path, found.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Removed meanwhile, such as a file of a former process.
    if (code === 'ENOENT') return
    throw code === 'EACCES' || code === 'EPERM' ? await refusal(path, dataDir) : error
  }
}

async function refusal(path: string, dataDir: string): Promise<Error> {
  const user = nameOfThisUser()
  const owner = await stat(path).then(ownerOf, () => 'another user')
  return new Error(
    `${path} cannot be read and written by ${user}: it belongs to ${owner}. As root: chown -R ${user}: ${dataDir}`,
  )
}

function ownerOf({ uid, mode }: Stats): string {
  return `the user with the id ${uid} (mode ${(mode & 0o777).toString(8)})`
}

/** The name of this process's user. A container may run as a user without a name. */
function nameOfThisUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
