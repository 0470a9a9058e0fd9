import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unlessMissing } from './missing-files.ts'

/** Writes a new file and flushes it to the disk (fsync). */
export async function writeDurably(path: string, bytes: Uint8Array, mode = 0o640): Promise<void> {
  await using file = await open(path, 'wx', mode)
  await file.writeFile(bytes)
  await file.sync()
}

/** Makes the folder and missing folders above it, and flushes them to the disk (fsync). */
export async function makeFolderDurably(folder: string, root: string): Promise<void> {
  const firstMade = await makeFolder(folder, 0o750)
  if (firstMade === undefined) return
  for (
    let made = folder;
    made.length > root.length && made.length >= dirname(firstMade).length;
    made = dirname(made)
  ) {
    await syncFolder(made)
  }
}

/**
 * Makes the folder and missing folders above it, one after the other. `mkdir` of Node with `recursive` does not end if a file system refuses
 * new folders with ENOENT, as `/proc` does.
 *
 * @returns the first folder that was made; undefined if the folder exists
 * @throws the error of the file system, with the path that it refused
 */
export async function makeFolder(folder: string, mode: number): Promise<string | undefined> {
  if (await isFolder(folder)) return undefined
  const above = dirname(folder)
  const firstMade = above === folder ? undefined : await makeFolder(above, mode)
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error
    return firstMade
  }
  return firstMade ?? folder
}

/** @throws if something else has this name, or if the path goes through something that is not a folder */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(unlessMissing)
  if (!found) return false
  if (found.isDirectory()) return true
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: 'ENOTDIR', path })
}

/** Waits until the disk has the bytes of a file that is written and closed, also by another process. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Flushes the names of the files in the folder to the disk (fsync). */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
