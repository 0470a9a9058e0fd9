import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SqliteError } from 'better-sqlite3'
import { isStorageFull } from '#server/errors.ts'

/** As much as SQLite needs at once: its index of the log grows by 32 KiB. */
const PROBE = Buffer.alloc(32 * 1024, 1)

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

/** True when a full disk may be behind the error. SQLite says for most calls only that they failed, not why. */
export function mayBeStorageFull(error: unknown): boolean {
  if (isStorageFull(error)) return true
  return error instanceof SqliteError && /^SQLITE_(?:IOERR|CANTOPEN)/.test(error.code)
}

/** True when a full disk is behind the error: where SQLite does not say, a file is written to see whether there is room. */
export async function isBecauseOfFullDisk(error: unknown, folder: string): Promise<boolean> {
  if (isStorageFull(error)) return true
  return mayBeStorageFull(error) && isStorageFull(await probeWriting(folder, true))
}
