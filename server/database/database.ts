import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import {
  type Dialect,
  Kysely,
  type LogEvent,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { isDatabaseError } from './database-errors.ts'
import { eraseDeleted, skipVacuum } from './erasure.ts'
import { findDamage } from './find-damage.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { WritingDialect } from './writing-dialect.ts'

/** What a query needs to read: the read-only connection, or a transaction. */
export type Reader = Pick<ReadonlyKysely<Schema>, 'selectFrom'>
/** The one connection that writes. Nothing awaits I/O inside its transactions. */
export type Writer = Kysely<Schema>

export interface Database {
  read: Reader
  write: Writer
  /** Removes what was deleted or overwritten from the files. @throws as `eraseDeleted` of `erasure.ts` does */
  eraseDeleted(): Promise<void>
  /** Gives disk space back that finished transactions still take, as far as that is possible now. */
  freeSpace(): Promise<void>
  /**
   * Removes what is left of failed transactions, which a crash might still bring about.
   *
   * @returns false when that is not possible now.
   */
  discardFailedTransactions(): Promise<boolean>
  /** Looks through the whole database. @returns what is damaged, undefined where nothing is. @throws when it cannot look */
  findDamage(): Promise<Error | undefined>
  /** Called with every error of a query. */
  onError(listener: (error: unknown) => void): void
  /**
   * Closes the database when everything that was committed is in its place.
   *
   * @throws when a full disk or another process prevents that: nothing is lost, the next start finishes it.
   */
  close(): Promise<void>
}

/** The name of the database in its data folder. */
export const DATABASE_FILE = 'kanat.db'

/**
 * Opens (or makes) the database of `dataDir` and brings it up to date. Every commit is on the disk before it returns:
 * WAL reopens at `synchronous=NORMAL`, so FULL is set on each open and looked at.
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const file = join(dataDir, DATABASE_FILE)
  const writing = openForWriting(file)
  // A read never waits behind a transaction: it has a connection of its own.
  const reading = new SQLite(file, { readonly: true })
  reading.pragma('query_only = ON')
  reading.pragma('temp_store = MEMORY')

  const listeners: ((error: unknown) => void)[] = []
  const tell = (error: unknown) => {
    for (const listener of listeners) listener(error)
  }
  const write = kyselyOver(new WritingDialect(writing, rememberStatements(writing)), tell)
  // In the turn of a transaction: inside of somebody's it would fail.
  const emptyLogInTurn = () => write.connection().execute(async () => emptyLog(writing))
  return {
    read: kyselyOver(new SqliteDialect({ database: rememberStatements(reading) }), tell) as unknown as Reader,
    write,
    eraseDeleted: () => eraseDeleted(write, writing),
    async freeSpace() {
      await emptyLogInTurn()
    },
    discardFailedTransactions: emptyLogInTurn,
    findDamage: () => findDamage(file),
    onError(listener) {
      listeners.push(listener)
    },
    async close() {
      reading.close()
      try {
        writing.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        writing.close()
      }
    },
  }
}

function openForWriting(file: string): SQLite.Database {
  const connection = new SQLite(file)
  try {
    const isNew = connection.pragma('page_count', { simple: true }) === 0
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    // What a statement puts aside needs no disk, which may be full.
    connection.pragma('temp_store = MEMORY')
    connection.pragma('secure_delete = ON')
    expectPragma(connection, 'journal_mode', 'wal')
    expectPragma(connection, 'synchronous', 2)
    expectPragma(connection, 'foreign_keys', 1)
    expectPragma(connection, 'secure_delete', 1)
    migrate(connection)
    if (isNew) skipVacuum(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Writes the WAL back into the database file and empties it. Does not wait for another process that still reads it.
 *
 * @returns false when that could not be done wholly.
 */
function emptyLog(connection: SQLite.Database): boolean {
  const patience = connection.pragma('busy_timeout', { simple: true })
  connection.pragma('busy_timeout = 0')
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } catch (error) {
    if (isDatabaseError(error)) return false
    throw error
  } finally {
    connection.pragma(`busy_timeout = ${String(patience)}`)
  }
}

function expectPragma(connection: SQLite.Database, name: string, value: string | number): void {
  const found = connection.pragma(name, { simple: true })
  if (found !== value) throw new Error(`SQLite has ${name}=${String(found)} where ${value} is needed.`)
}

function kyselyOver(dialect: Dialect, tell: (error: unknown) => void): Kysely<Schema> {
  const log = (event: LogEvent) => {
    if (event.level === 'error') tell(event.error)
  }
  return new Kysely<Schema>({ dialect, log })
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
