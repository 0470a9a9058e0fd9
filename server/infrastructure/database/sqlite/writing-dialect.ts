import type SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

/** The SQLite dialect of the connection that writes. */
export class WritingDialect extends SqliteDialect {
  readonly #connection: SQLite.Database
  readonly #database: SqliteDatabase

  /** @param database prepares the statements of `connection` */
  constructor(connection: SQLite.Database, database: SqliteDatabase) {
    super({ database })
    this.#connection = connection
    this.#database = database
  }

  override createDriver(): Driver {
    return new WritingDriver(this.#connection, this.#database)
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

  constructor(connection: SQLite.Database, database: SqliteDatabase) {
    super({ database })
    this.#connection = connection
  }

  /**
   * Takes the lock for writing at once. A transaction that reads first and writes later would fail at its first write if another process (a
   * command of the operator, the demo that draws) had written in between; SQLite does not wait then, whatever `busy_timeout` is.
   *
   * @see https://www.sqlite.org/rescode.html#busy_snapshot
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<SqliteDriver['rollbackTransaction']>
  ): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection)
  }
}
