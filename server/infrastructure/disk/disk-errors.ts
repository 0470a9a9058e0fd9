import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The database's minimum at once: its WAL index grows by 32 KiB. */
const PROBE = Buffer.alloc(32 * 1024, 1)

/** True if the error means a full disk or an exceeded quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

/** The data folder is not writable although its disk is. Its cause is the error of the file system. */
class ReadOnlyFolderError extends Error {}

/** Write-only calls. `open` also reads, so its refusal may concern one file alone. */
const WRITING_CALLS = [
  'copyfile',
  'fsync',
  'ftruncate',
  'link',
  'mkdir',
  'mkdtemp',
  'rename',
  'rmdir',
  'unlink',
  'write',
]

/** True if the error means that the disk or the folder is read-only. */
export function isDiskReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall = '' } = error as NodeJS.ErrnoException
  if (code === 'EROFS' || error instanceof ReadOnlyFolderError) return true
  return (code === 'EACCES' || code === 'EPERM') && WRITING_CALLS.includes(syscall)
}

/** The bytes that the server can still write to the folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Writes a file into the folder and removes it.
 *
 * @param durably flushes the file to disk (fsync)
 * @returns the error if writing failed, else undefined
 */
export async function probeWriting(folder: string, durably: boolean): Promise<unknown> {
  const path = join(folder, 'write-probe')
  try {
    await using file = await open(path, 'w', 0o640)
    await file.writeFile(PROBE)
    if (durably) await file.sync()
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isRefused = code === 'EACCES' || code === 'EPERM'
    return isRefused ? new ReadOnlyFolderError(message, { cause: error }) : error
  } finally {
    // In a read-only folder this fails, too, but the error above is already returned.
    await rm(path, { force: true }).catch(() => {})
  }
}
