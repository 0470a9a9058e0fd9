import { constants, existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { DATABASE_FILE, type Reader } from './database.ts'
import { isDatabaseDamage } from './database-errors.ts'
import { readerOver } from './reader-over.ts'
import { Snapshot } from './snapshot.ts'

/** A database that somebody else may be writing: read here, never migrated, and its folder left as it was. */
export class UnchangedDatabase {
  readonly read: Reader
  readonly #connection: SQLite.Database

  private constructor(connection: SQLite.Database) {
    this.#connection = connection
    this.read = readerOver(connection)
  }

  /** @throws when `dataDir` has no database. */
  static async open(dataDir: string): Promise<UnchangedDatabase> {
    const file = join(dataDir, DATABASE_FILE)
    if (!existsSync(file))
      throw new Error(`There is no database ${file}. DATA_DIR says where to look for it.`)
    return new UnchangedDatabase(await connect(dataDir, file))
  }

  /** Saves the database into `folder`, as it is at this moment, however many others write to it. */
  async saveSnapshot(folder: string): Promise<Snapshot> {
    this.#connection.prepare('vacuum into ?').run(Snapshot.pathIn(folder))
    return new Snapshot(folder)
  }

  /** What is damaged, in the words of the database; none where all of it can be read. */
  async findDamage(): Promise<string[]> {
    try {
      const messages = this.#connection.prepare('pragma integrity_check').pluck().all() as string[]
      return messages.filter((message) => message !== 'ok')
    } catch (error) {
      if (!isDatabaseDamage(error)) throw error
      return [error.message]
    }
  }

  /** The rows that name another one which is gone. */
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

async function connect(dataDir: string, file: string): Promise<SQLite.Database> {
  // With a log beside it, the database is in use, or its server was killed: the log is read, not written back.
  if (existsSync(`${file}-wal`)) return new SQLite(file, { readonly: true })
  if (await isReadOnlyMedium(dataDir)) return inMemory(file)
  // A read-only connection would leave an empty log behind; one that might write takes it away when it closes.
  return new SQLite(file, { fileMustExist: true })
}

/** WAL mode wants to make files beside the database, even to read; where none can be made, it is read from memory. */
async function inMemory(file: string): Promise<SQLite.Database> {
  const bytes = await readFile(file)
  // Bytes 18 and 19 say WAL, which memory has not. @see https://www.sqlite.org/fileformat2.html#file_format_version_numbers
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
