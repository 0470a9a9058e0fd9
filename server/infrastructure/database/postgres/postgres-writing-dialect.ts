import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
} from 'kysely'
import type { Pool } from 'pg'
import { isPostgresAnswer, LostCommitError } from '#server/infrastructure/database/database-errors.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { beginWith, WRITER_LOCK } from './advisory-locks.ts'

const BEGIN = beginWith(WRITER_LOCK)
/** After an error inside the transaction, the update fails too. `commit` alone would roll back and report success. */
const COMMIT = `update revision set value = value + 1 where pg_current_xact_id_if_assigned() is not null; commit`

/** The PostgreSQL dialect of the connection that writes. */
export class PostgresWritingDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new OneWriterDriver(this.#pool)
  }
}

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

/**
 * Lets one transaction of all processes run at a time, as SQLite does. Statements outside of a transaction get one of their own. A
 * commit that has changed something raises the revision.
 */
class OneWriterDriver implements Driver {
  readonly #driver: PostgresDriver

  constructor(pool: Pool) {
    this.#driver = new PostgresDriver({ pool })
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<OneWriterConnection> {
    const inner = (await this.#driver.acquireConnection()) as PostgresConnection
    return new OneWriterConnection(this.#driver, inner)
  }

  beginTransaction(connection: OneWriterConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: OneWriterConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: OneWriterConnection): Promise<void> {
    return connection.rollback()
  }

  releaseConnection({ inner }: OneWriterConnection): Promise<void> {
    return this.#driver.releaseConnection(inner)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

class OneWriterConnection implements DatabaseConnection {
  readonly inner: PostgresConnection
  readonly #driver: PostgresDriver
  #isInTransaction = false

  constructor(driver: PostgresDriver, inner: PostgresConnection) {
    this.#driver = driver
    this.inner = inner
  }

  async begin(): Promise<void> {
    try {
      await this.inner.executeQuery(CompiledQuery.raw(BEGIN))
    } catch (error) {
      // The transaction has begun, even if its lock was not free in time.
      await this.rollback()
      throw error
    }
    this.#isInTransaction = true
  }

  /** @throws LostCommitError if the server did not answer */
  async commit(): Promise<void> {
    try {
      await this.inner.executeQuery(CompiledQuery.raw(COMMIT))
    } catch (cause) {
      throw isPostgresAnswer(cause)
        ? cause
        : new LostCommitError('The connection broke during a commit.', { cause })
    }
    this.#isInTransaction = false
  }

  /**
   * If the connection is broken, the server rolls back, and the pool makes another connection. The error of that rollback would hide
   * the first one and its cause.
   */
  async rollback(): Promise<void> {
    this.#isInTransaction = false
    await this.#driver.rollbackTransaction(this.inner).catch(() => {})
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.inner.executeQuery<R>(query)
    return repeatOnConflict(() => this.#executeAlone<R>(query))
  }

  async #executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      await this.begin()
      const result = await this.inner.executeQuery<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}
