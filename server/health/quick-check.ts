import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SqliteError } from 'better-sqlite3'

const PROCESS = join(import.meta.dirname, 'quick-check-process.ts')

/** True when the error says that the database file is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

/**
 * Looks for damage in the database of the folder, in a process of its own: it reads the whole file, and meanwhile nothing
 * else of that process goes on.
 *
 * @returns what is damaged, undefined where nothing is. @throws when it could not be looked at.
 */
export async function findDamage(dataDir: string): Promise<Error | undefined> {
  const checking = promisify(execFile)(process.execPath, [PROCESS, join(dataDir, 'kanat.db')])
  const end = () => void checking.child.kill('SIGKILL')
  process.once('exit', end)
  try {
    const { stdout } = await checking
    return stdout === 'ok' ? undefined : new Error(`the database is damaged: ${stdout}`)
  } finally {
    process.off('exit', end)
  }
}
