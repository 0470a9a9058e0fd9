import { constants, existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { isDatabaseDamage, isDatabaseError } from '#server/infrastructure/database/database-errors.ts'
import { readerOver } from './reader-over.ts'
import { Snapshot } from './snapshot.ts'
import { DATABASE_FILE } from './sqlite-database.ts'

/** A database that another process may write to. It is only read, never migrated, and its folder does not change. */
export class UnchangedDatabase {
  readonly read: Reader
  readonly #connection: SQLite.Database

  private constructor(connection: SQLite.Database) {
    this.#connection = connection
    this.read = readerOver(connection)
  }

  /** @throws if `dataDir` has no database */
  static async open(dataDir: string): Promise<UnchangedDatabase> {
    return new UnchangedDatabase(await connectUnchanged(dataDir))
  }

  /** Copies a snapshot of the database into `folder`, while other processes may write to it. */
  async saveSnapshot(folder: string): Promise<Snapshot> {
    this.#connection.prepare('vacuum into ?').run(Snapshot.pathIn(folder))
    return new Snapshot(folder)
  }

  /** SQLite's messages about damage, if any. */
  async findDamage(): Promise<string[]> {
    try {
      const messages = this.#connection.prepare('pragma integrity_check').pluck().all() as string[]
      return messages.filter((message) => message !== 'ok')
    } catch (error) {
      if (!isDatabaseDamage(error)) throw error
      return [error.message]
    }
  }

  /** The rows with a dangling foreign key. */
  async findOrphans(): Promise<{ table: string; id: number | null; parent: string }[]> {
    const rows = this.#connection.pragma('foreign_key_check') as {
      table: string
      rowid: number | null
      parent: string
    }[]
    return rows.map(({ table, rowid, parent }) => ({ table, id: rowid, parent }))
  }

  async close(): Promise<void> {
    this.#connection.close()
  }
}

/** Connects for reading. @throws if `dataDir` has no database */
export async function connectUnchanged(dataDir: string): Promise<SQLite.Database> {
  const file = join(dataDir, DATABASE_FILE)
  await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(`The database ${file} does not exist. Check DATA_DIR.`)
      : new Error(`Cannot read the database ${file}: ${error.message}.`)
  })
  try {
    return await connectReadable(file, dataDir)
  } catch (error) {
    // For auxiliary files that it may not create, SQLite says "unable to open database file".
    if (!isDatabaseError(error)) throw error
    const { message } = error
    if (isDatabaseDamage(error)) throw error
    throw new Error(`Cannot open the database ${file}: ${message}. Run as the user of the server.`)
  }
}

async function connectReadable(file: string, dataDir: string): Promise<SQLite.Database> {
  // A WAL means that the database is in use or its server was killed. A read-only connection reads the WAL without writing it back.
  if (existsSync(`${file}-wal`)) return new SQLite(file, { readonly: true })
  if (await isReadOnlyMedium(dataDir)) return inMemory(file)
  // A read-only connection would leave an empty WAL. A writable one removes it on closing.
  return new SQLite(file, { fileMustExist: true })
}

/** Reads the database into memory. In WAL mode, even reading creates files beside the database, which read-only media do not allow. */
async function inMemory(file: string): Promise<SQLite.Database> {
  const bytes = await readFile(file)
  // Bytes 18 and 19 select the WAL mode, which databases in memory do not support.
  // @see https://www.sqlite.org/fileformat2.html#file_format_version_numbers
  bytes.fill(1, 18, 20)
  return new SQLite(bytes, { readonly: true })
}

async function isReadOnlyMedium(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
  }
}
