import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** As much as the database needs at once: the index of its log grows by 32 KiB. */
const PROBE = Buffer.alloc(32 * 1024, 1)

/** True when the file system says that the disk, or the user's share of it, has no room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

/** Bytes that the server may still write to the disk of the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Writes a file into the folder and removes it again.
 *
 * @param durably waits until the disk has it
 * @returns why it could not be written, undefined when it could.
 */
export async function probeWriting(folder: string, durably: boolean): Promise<unknown> {
  const path = join(folder, 'write-probe')
  try {
    await using file = await open(path, 'w', 0o640)
    await file.writeFile(PROBE)
    if (durably) await file.sync()
    return undefined
  } catch (error) {
    return error
  } finally {
    // A read-only folder has no file to remove, and that it is read-only is known by then.
    await rm(path, { force: true }).catch(() => {})
  }
}
