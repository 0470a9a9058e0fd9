import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The size that the database needs at once: the index of its WAL grows by 32 KiB. */
const PROBE = Buffer.alloc(32 * 1024, 1)

/** True if the error of the file system says that the disk or the quota of the user is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

/** The number of bytes that the server can still write to the disk of the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Writes a file into the folder and removes it again.
 *
 * @param durably flushes the file to the disk (fsync)
 * @returns the error if the file could not be written, else undefined
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
    // In a read-only folder this fails, too, but then the error above is already returned.
    await rm(path, { force: true }).catch(() => {})
  }
}
