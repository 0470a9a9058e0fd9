import type SQLite from 'better-sqlite3'
import { type Driver, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely'

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

  override async rollbackTransaction(
    ...[connection]: Parameters<SqliteDriver['rollbackTransaction']>
  ): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection)
  }
}
