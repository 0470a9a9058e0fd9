import { join, sep } from 'node:path'
import SQLite from 'better-sqlite3'
import { makeFolderDurably } from '#server/disk/durable-files.ts'
import { isDatabaseError, isLocked } from './database-errors.ts'

/** The file that a serving process locks. It stays empty, and stays where it is when nobody serves. */
export const LOCK_FILE = 'server.lock'

/**
 * How long to wait for the lock, in milliseconds: of several processes that ask at the same moment, SQLite may refuse all
 * at first.
 */
const LOCK_TIMEOUT_MS = 1000

/** The open locks: a connection that nobody refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<SQLite.Database>()

/**
 * Takes the data folder for this process alone. The kernel lets go of the lock when the process ends, however it ends.
 * Makes the folder where it is missing.
 *
 * @returns what gives the folder back.
 * @throws with a sentence when another process serves the folder.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  await makeFolderDurably(dataDir, sep)
  const file = join(dataDir, LOCK_FILE)
  const connection = new SQLite(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    // A journal on the disk would need room, which a full disk does not have.
    connection.pragma('journal_mode = MEMORY')
    // The process must open this file only once: POSIX drops the lock when any descriptor of the file is closed.
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (!isDatabaseError(error)) throw error
    if (isLocked(error)) {
      throw new Error(`Another server works on ${dataDir}. Stop it first, or choose another DATA_DIR.`)
    }
    throw new Error(`${file} cannot be locked: ${error.message}.`)
  }
  held.add(connection)
  return () => {
    held.delete(connection)
    connection.close()
  }
}
