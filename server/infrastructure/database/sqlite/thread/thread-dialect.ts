import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { WorkOrder } from '#server/infrastructure/fair-queue.ts'
import { databaseThread } from './database-thread.ts'

/** The SQLite dialect of queries that `databaseThread` reads. @param order who waits for them; users take turns */
export function threadDialect(file: string, order: WorkOrder): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ThreadDriver(file, order),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ThreadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(file: string, order: WorkOrder) {
    this.#connection = {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        return { rows: (await databaseThread.read(file, order, sql, parameters)) as Row[] }
      },
      // biome-ignore lint/correctness/useYield: it only refuses
      async *streamQuery() {
        throw new Error('The thread of the database sends no streams: read pages.')
      },
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  beginTransaction = refuseTransaction
  commitTransaction = refuseTransaction
  rollbackTransaction = refuseTransaction

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

async function refuseTransaction(): Promise<never> {
  throw new Error('The thread of the database only reads.')
}
