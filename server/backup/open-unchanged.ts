import { constants, existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Reader } from '#server/database/database.ts'
import type { Schema } from '#server/database/schema.ts'

/** A database that somebody else may be writing: read here, never migrated, and its folder left as it was. */
export interface UnchangedDatabase {
  connection: SQLite.Database
  read: Reader
}

/** @throws when `dataDir` has no database. */
export async function openUnchanged(dataDir: string): Promise<UnchangedDatabase> {
  const file = join(dataDir, 'kanat.db')
  if (!existsSync(file)) throw new Error(`There is no database ${file}. DATA_DIR says where to look for it.`)
  const connection = await connect(dataDir, file)
  return { connection, read: readerOver(connection) }
}

/** What reads through an open connection. */
export function readerOver(connection: SQLite.Database): Reader {
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: connection }),
  }) as unknown as Reader
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
