import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { eraseDeleted, skipVacuum } from './erasure.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

/** What a query needs to read: the read-only connection, or a transaction. */
export type Reader = Pick<ReadonlyKysely<Schema>, 'selectFrom'>
/** The one connection that writes. Nothing awaits I/O inside its transactions. */
export type Writer = Kysely<Schema>

export interface Database {
  read: Reader
  write: Writer
  /** Takes what was deleted or overwritten out of the files. @throws as `eraseDeleted` of `erasure.ts` does */
  eraseDeleted(): Promise<void>
  /** Writes the log back into the database file and closes both connections. */
  close(): void
}

/**
 * Opens (or makes) `kanat.db` in `dataDir` and brings it up to date. Every commit is on the disk before it returns:
 * WAL reopens at `synchronous=NORMAL`, so FULL is set on each open and looked at.
 */
export function openDatabase(dataDir: string): Database {
  const file = join(dataDir, 'kanat.db')
  const writing = new SQLite(file)
  const isNew = writing.pragma('page_count', { simple: true }) === 0
  writing.pragma('journal_mode = WAL')
  writing.pragma('synchronous = FULL')
  writing.pragma('foreign_keys = ON')
  writing.pragma('secure_delete = ON')
  expectPragma(writing, 'journal_mode', 'wal')
  expectPragma(writing, 'synchronous', 2)
  expectPragma(writing, 'foreign_keys', 1)
  expectPragma(writing, 'secure_delete', 1)
  migrate(writing)
  if (isNew) skipVacuum(writing)

  // A read never waits behind a transaction: it has a connection of its own.
  const reading = new SQLite(file, { readonly: true })
  reading.pragma('query_only = ON')

  const write = kyselyOver(writing)
  return {
    read: kyselyOver(reading) as unknown as Reader,
    write,
    eraseDeleted: () => eraseDeleted(write, writing),
    close() {
      reading.close()
      try {
        writing.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        writing.close()
      }
    },
  }
}

function expectPragma(connection: SQLite.Database, name: string, value: string | number): void {
  const found = connection.pragma(name, { simple: true })
  if (found !== value) throw new Error(`SQLite has ${name}=${String(found)} where ${value} is needed.`)
}

function kyselyOver(connection: SQLite.Database): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: rememberStatements(connection) }) })
}

/** Most queries differ in their values only, so their number is small; the bound is for those with lists in them. */
const STATEMENTS_KEPT = 500

/** Kysely prepares every query anew; keeping the statements made reads 3.6 times faster. */
function rememberStatements(connection: SQLite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      let statement = statements.get(sql)
      if (!statement) {
        if (statements.size >= STATEMENTS_KEPT) statements.clear()
        statement = connection.prepare(sql) as unknown as SqliteStatement
        statements.set(sql, statement)
      }
      return statement
    },
  }
}
