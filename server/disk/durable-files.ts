import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file and flushes it to the disk (fsync). */
export async function writeDurably(path: string, bytes: Uint8Array, mode = 0o640): Promise<void> {
  await using file = await open(path, 'wx', mode)
  await file.writeFile(bytes)
  await file.sync()
}

/** Makes the folder and missing folders above it, and flushes them to the disk (fsync). */
export async function makeFolderDurably(folder: string, root: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o750 })
  if (firstMade === undefined) return
  for (
    let made = folder;
    made.length > root.length && made.length >= dirname(firstMade).length;
    made = dirname(made)
  ) {
    await syncFolder(made)
  }
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
