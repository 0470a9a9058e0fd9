import type SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'
import type { Revisions } from './revisions.ts'

/** A transaction with more changed rows is large. */
const LARGE_CHANGES = 1000

/** The SQLite dialect of the writing connection. */
export class WritingDialect extends SqliteDialect {
  readonly #connection: SQLite.Database
  readonly #database: SqliteDatabase
  readonly #revisions: Revisions

  /** @param database prepares the statements of `connection` */
  constructor(connection: SQLite.Database, database: SqliteDatabase, revisions: Revisions) {
    super({ database })
    this.#connection = connection
    this.#database = database
    this.#revisions = revisions
  }

  override createDriver(): Driver {
    return new WritingDriver(this.#connection, this.#database, this.#revisions)
  }
}

/**
 * SQLite itself ends a transaction on a full or failing disk. A rollback after that is another error, which would hide the first one and
 * its cause.
 *
 * @see https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
 */
class WritingDriver extends SqliteDriver {
  readonly #connection: SQLite.Database
  readonly #revisions: Revisions
  readonly #changes: SQLite.Statement<[], number>
  /** The count of changed rows before the transaction, and the time of the connection's last return. */
  #changesBefore = 0
  #changesCounted = 0

  constructor(connection: SQLite.Database, database: SqliteDatabase, revisions: Revisions) {
    super({ database })
    this.#connection = connection
    this.#revisions = revisions
    this.#changes = connection.prepare<[], number>('select total_changes()').pluck()
  }

  /**
   * Takes the write lock at once. A transaction that reads first would fail at its first write if another process (an operator's command,
   * the drawing demo) had written in between; SQLite does not wait then, whatever `busy_timeout` is.
   *
   * @see https://www.sqlite.org/rescode.html#busy_snapshot
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#changesBefore = this.#countChanges()
  }

  /** Flushes a large transaction first, because a commit blocks the event loop as long as the disk takes. */
  override async commitTransaction(
    ...[connection]: Parameters<SqliteDriver['commitTransaction']>
  ): Promise<void> {
    if (this.#countChanges() - this.#changesBefore > LARGE_CHANGES)
      await syncFile(`${this.#connection.name}-wal`)
    await super.commitTransaction(connection)
  }

  /** The changes of a transaction, or of a single statement, are committed now, unknown to all callers. */
  override async releaseConnection(): Promise<void> {
    const changes = this.#countChanges()
    this.#revisions.end(changes !== this.#changesCounted)
    this.#changesCounted = changes
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<SqliteDriver['rollbackTransaction']>
  ): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection)
  }

  #countChanges(): number {
    return this.#changes.get() ?? 0
  }
}
