import { join, sep } from 'node:path'
import SQLite from 'better-sqlite3'
import { isDatabaseError, isLocked } from '#server/infrastructure/database/database-errors.ts'
import { checkAccess } from '#server/infrastructure/disk/check-access.ts'
import { makeFolderDurably } from '#server/infrastructure/disk/durable-files.ts'

/** The lock file of a serving process. It is always empty and is never deleted. */
export const LOCK_FILE = 'server.lock'

/** Timeout for the lock, in milliseconds: on simultaneous requests, SQLite may first refuse all. */
const LOCK_TIMEOUT_MS = 1000

/** The open locks. The garbage collector would close an unreferenced connection, and release its lock. */
const held = new Set<SQLite.Database>()

/**
 * Locks the data folder for this process, creating it if missing. The kernel releases the lock however the process ends.
 *
 * @returns a function that unlocks the folder.
 * @throws with a sentence when another process serves the folder, or when this process may not read and write it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  await makeFolderDurably(dataDir, sep).catch((error: Error) => {
    throw new Error(`Cannot create the data folder ${dataDir}: ${error.message}.`)
  })
  await checkAccess(dataDir)
  const file = join(dataDir, LOCK_FILE)
  const connection = new SQLite(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    // A journal on disk would need space, which a full disk lacks.
    connection.pragma('journal_mode = MEMORY')
    // The process must open this file only once: POSIX drops the lock when any descriptor of the file is closed.
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (!isDatabaseError(error)) throw error
    if (isLocked(error)) {
      throw new Error(`Another server uses ${dataDir}. Stop it first, or choose another DATA_DIR.`)
    }
    throw new Error(`Cannot lock ${file}: ${error.message}.`)
  }
  held.add(connection)
  return () => {
    held.delete(connection)
    connection.close()
  }
}
