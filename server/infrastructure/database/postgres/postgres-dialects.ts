import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { isPostgresAnswer, LostCommitError } from '#server/infrastructure/database/database-errors.ts'
import { ReadingDriver } from '#server/infrastructure/database/reading-driver.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { beginWith } from './advisory-locks.ts'
import type { ServingConnection, ServingPool } from './serving-pool.ts'

/** The dialect of read-only queries. @param signal of the request, which drops waiting reads when its client goes */
export function readingDialect(pool: ServingPool, signal?: AbortSignal): Dialect {
  const read = async ({ sql, parameters }: CompiledQuery) => {
    const connection = await pool.connect()
    try {
      refuseIfGone(signal)
      return (await connection.query(sql, parameters)).rows as object[]
    } finally {
      connection.release()
    }
  }
  return dialectOver(() => new ReadingDriver(read, () => pool.end()))
}

/**
 * The dialect of transactions under a lock, so that one of all processes runs at a time, as in SQLite. Single statements get their own.
 *
 * @param beforeCommit a statement that ends each transaction; it must fail after an error inside it
 */
export function writingDialect(pool: ServingPool, lock: string, beforeCommit: string): Dialect {
  return dialectOver(() => new OneWriterDriver(pool, beginWith(lock), `${beforeCommit}; commit`))
}

function dialectOver(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class OneWriterDriver implements Driver {
  readonly #pool: ServingPool
  readonly #begin: string
  readonly #commit: string

  constructor(pool: ServingPool, begin: string, commit: string) {
    this.#pool = pool
    this.#begin = begin
    this.#commit = commit
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<OneWriterConnection> {
    return new OneWriterConnection(await this.#pool.connect(), this.#begin, this.#commit)
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

  async releaseConnection(connection: OneWriterConnection): Promise<void> {
    connection.release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

class OneWriterConnection implements DatabaseConnection {
  readonly #connection: ServingConnection
  readonly #begin: string
  readonly #commit: string
  #isInTransaction = false

  constructor(connection: ServingConnection, begin: string, commit: string) {
    this.#connection = connection
    this.#begin = begin
    this.#commit = commit
  }

  release(): void {
    this.#connection.release()
  }

  async begin(): Promise<void> {
    try {
      await this.#connection.query(this.#begin)
    } catch (error) {
      // The transaction has begun, even if its lock timed out.
      await this.rollback()
      throw error
    }
    this.#isInTransaction = true
  }

  /** @throws LostCommitError if PostgreSQL did not answer */
  async commit(): Promise<void> {
    try {
      await this.#connection.query(this.#commit)
    } catch (cause) {
      throw isPostgresAnswer(cause)
        ? cause
        : new LostCommitError('The connection broke during a commit.', { cause })
    }
    this.#isInTransaction = false
  }

  /** On a broken connection, PostgreSQL rolls back. The error of that rollback would hide the first one and its cause. */
  async rollback(): Promise<void> {
    this.#isInTransaction = false
    if (!this.#connection.isBroken) await this.#connection.query('rollback').catch(() => {})
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return this.#execute<R>(query)
    return repeatOnConflict(() => this.#executeAlone<R>(query))
  }

  streamQuery(): never {
    throw new Error('What writes is not streamed.')
  }

  async #executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      await this.begin()
      const result = await this.#execute<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#connection.query(sql, parameters)
    return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
  }
}
