import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

/** A driver of read-only queries without transactions. */
export class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection

  readonly destroy: () => Promise<void>

  /** @param read runs one query @param destroy ends the connections */
  constructor(read: (query: CompiledQuery) => Promise<object[]>, destroy = async () => {}) {
    this.destroy = destroy
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        return { rows: (await read(query)) as Row[] }
      },
      streamQuery(): never {
        throw new Error('This is not streamed: read pages.')
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
}

async function refuseTransaction(): Promise<never> {
  throw new Error('This only reads.')
}
