import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unlessMissing } from './missing-files.ts'

/** Writes a new file and flushes it to disk (fsync). */
export async function writeDurably(path: string, bytes: Uint8Array, mode = 0o640): Promise<void> {
  await using file = await open(path, 'wx', mode)
  await file.writeFile(bytes)
  await file.sync()
}

/** Creates the folder and its missing parents, and flushes them to disk (fsync). */
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
 * Creates the folder and its missing parents, one by one. Node's recursive `mkdir` hangs if a file system refuses new folders with ENOENT,
 * as `/proc` does.
 *
 * @returns the first created folder; undefined if the folder exists
 * @throws the error of the file system, with the path that it refused
 */
export async function makeFolder(folder: string, mode: number): Promise<string | undefined> {
  if (await isFolder(folder)) return undefined
  const above = dirname(folder)
  const firstMade = above === folder ? undefined : await makeFolder(above, mode)
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await isFolder(folder))) throw error
    return firstMade
  }
  return firstMade ?? folder
}

/** @throws if something else has this name, or a parent is not a folder */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(unlessMissing)
  if (!found) return false
  if (found.isDirectory()) return true
  throw Object.assign(new Error(`ENOTDIR: not a folder, '${path}'`), { code: 'ENOTDIR', path })
}

/** Flushes a written and closed file to disk, even if another process wrote it. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Flushes the folder's file names to disk (fsync). */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
