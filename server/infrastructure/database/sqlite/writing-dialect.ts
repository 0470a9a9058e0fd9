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

/** A transaction that has changed more rows is large. */
const LARGE_CHANGES = 1000

/** The SQLite dialect of the connection that writes. */
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
 * SQLite itself ends a transaction when the disk is full or fails. A rollback after that is another error, which would hide the
 * first one and its cause.
 *
 * @see https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
 */
class WritingDriver extends SqliteDriver {
  readonly #connection: SQLite.Database
  readonly #revisions: Revisions
  readonly #changes: SQLite.Statement<[], number>
  /** The rows that were changed before the transaction, and when the connection was last given back. */
  #changesBefore = 0
  #changesCounted = 0

  constructor(connection: SQLite.Database, database: SqliteDatabase, revisions: Revisions) {
    super({ database })
    this.#connection = connection
    this.#revisions = revisions
    this.#changes = connection.prepare<[], number>('select total_changes()').pluck()
  }

  /**
   * Takes the lock for writing at once. A transaction that reads first and writes later would fail at its first write if another process (a
   * command of the operator, the demo that draws) had written in between; SQLite does not wait then, whatever `busy_timeout` is.
   *
   * @see https://www.sqlite.org/rescode.html#busy_snapshot
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#changesBefore = this.#countChanges()
  }

  /** What a large transaction has written is on the disk first, because a commit holds the event loop as long as the disk takes. */
  override async commitTransaction(
    ...[connection]: Parameters<SqliteDriver['commitTransaction']>
  ): Promise<void> {
    if (this.#countChanges() - this.#changesBefore > LARGE_CHANGES)
      await syncFile(`${this.#connection.name}-wal`)
    await super.commitTransaction(connection)
  }

  /** What a transaction, or a statement without one, has changed is committed now, and nobody has been told so. */
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
