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
import { CountsInMemory } from '#server/infrastructure/database/counts.ts'
import { type Database, forServerOnly, type Reader } from '#server/infrastructure/database/database.ts'
import { isDatabaseError } from '#server/infrastructure/database/database-errors.ts'
import { locksOfOneProcess } from '#server/infrastructure/database/locks.ts'
import { reportErrors } from '#server/infrastructure/database/report-errors.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { skipVacuum } from './erase-now.ts'
import { eraseDeleted } from './erasure.ts'
import { findDamage } from './find-damage.ts'
import { migrate } from './migrate.ts'
import { Revisions } from './revisions.ts'
import { databaseThreads } from './thread/database-threads.ts'
import { threadDialect } from './thread/thread-dialect.ts'
import { WritingDialect } from './writing-dialect.ts'

/** The database's file name in its data folder. */
export const DATABASE_FILE = 'kanat.db'

/**
 * Opens or creates the database of `dataDir` and runs new migrations. Every commit is on disk before it returns: a WAL database opens with
 * `synchronous=NORMAL`, so FULL is set and asserted at each open.
 */
export async function openSqlite(dataDir: string, shownTo = forServerOnly): Promise<Database> {
  const file = join(dataDir, DATABASE_FILE)
  const { connection: writing, migrations } = openForWriting(file)
  // Reads have their own connection, so they never wait for a transaction.
  const reading = new SQLite(file, { readonly: true })
  reading.pragma('query_only = ON')
  reading.pragma('temp_store = MEMORY')

  const errors = reportErrors()
  const revisions = new Revisions(writing)
  const write = kyselyOver(new WritingDialect(writing, cacheStatements(writing), revisions), errors.log)
  // Kysely calls this between two transactions. Inside one it would fail.
  const emptyLogBetweenTransactions = () => write.connection().execute(async () => emptyLog(writing))
  return {
    read: kyselyOver(
      new SqliteDialect({ database: cacheStatements(reading) }),
      errors.log,
    ) as unknown as Reader,
    readFor({ id, role }, signal) {
      return shownTo(role, kyselyOver(threadDialect(file, id, signal), errors.log) as unknown as Reader)
    },
    write,
    shownTo,
    files: [DATABASE_FILE],
    migrations,
    revision() {
      try {
        return revisions.current()
      } catch (error) {
        errors.report(error)
        throw error
      }
    },
    isCurrent: (revision, _, companyId) => revisions.isCurrent(revision, companyId),
    concern: (companyId) => revisions.concern(companyId),
    eraseDeleted: (isComplete = true) => eraseDeleted(write, file, isComplete),
    async freeSpace() {
      await emptyLogBetweenTransactions()
    },
    discardFailedTransactions: emptyLogBetweenTransactions,
    findDamage: () => findDamage(file),
    onError: errors.onError,
    counts: new CountsInMemory(),
    locks: locksOfOneProcess,
    async sharedSecret() {
      return undefined
    },
    async isLeader() {
      return true
    },
    async close() {
      await databaseThreads.close(file)
      reading.close()
      try {
        writing.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        writing.close()
      }
    },
  }
}

function openForWriting(file: string): { connection: SQLite.Database; migrations: string[] } {
  const connection = new SQLite(file)
  try {
    const isNew = connection.pragma('page_count', { simple: true }) === 0
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    // Temporary data of statements needs no disk space.
    connection.pragma('temp_store = MEMORY')
    connection.pragma('secure_delete = ON')
    expectPragma(connection, 'journal_mode', 'wal')
    expectPragma(connection, 'synchronous', 2)
    expectPragma(connection, 'foreign_keys', 1)
    expectPragma(connection, 'secure_delete', 1)
    const migrations = migrate(connection)
    if (isNew) skipVacuum(connection)
    return { connection, migrations }
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Writes the WAL back into the database file and empties it, without waiting for another process that reads it.
 *
 * @returns false if it could not be emptied completely
 */
function emptyLog(connection: SQLite.Database): boolean {
  const timeout = connection.pragma('busy_timeout', { simple: true })
  connection.pragma('busy_timeout = 0')
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } catch (error) {
    if (isDatabaseError(error)) return false
    throw error
  } finally {
    connection.pragma(`busy_timeout = ${String(timeout)}`)
  }
}

function expectPragma(connection: SQLite.Database, name: string, value: string | number): void {
  const found = connection.pragma(name, { simple: true })
  if (found !== value) throw new Error(`SQLite has ${name}=${String(found)} where ${value} is needed.`)
}

function kyselyOver(dialect: Dialect, log: (event: LogEvent) => void): Kysely<Schema> {
  return new Kysely<Schema>({ dialect, log })
}

/** Most queries differ only in their values, so there are few statements. The limit is for lists of varying length. */
const STATEMENTS_KEPT = 500

/** Caches prepared statements. Kysely prepares every query again; caching makes reads 3.6 times faster. */
function cacheStatements(connection: SQLite.Database): SqliteDatabase {
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
