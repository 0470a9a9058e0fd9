import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

/** A driver of queries that only read, each for itself. @param read runs one query, when it is its turn */
export class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(read: (query: CompiledQuery) => Promise<object[]>) {
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        return { rows: (await read(query)) as Row[] }
      },
      // biome-ignore lint/correctness/useYield: it only refuses
      async *streamQuery() {
        throw new Error('What is read in turns is not streamed: read pages.')
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
  throw new Error('This only reads.')
}
