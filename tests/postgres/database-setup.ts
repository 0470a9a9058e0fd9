/** For each test, a new database and a connection to it beside those of the servers. */
import { Client } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import type { Database } from '#server/infrastructure/database/database.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'

/** Disposed of after the test. */
export let stack: AsyncDisposableStack
export let database: TestDatabase
export let client: Client

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpDatabase(): void {
  beforeEach(async () => {
    stack = new AsyncDisposableStack()
    database = stack.use(await TestDatabase.make())
    client = new Client({ connectionString: database.url })
    await client.connect()
    stack.defer(() => client.end())
  })
  afterEach(() => stack.disposeAsync())
}

/** Opens the database as one more process of the server, until the end of the test. */
export async function openDatabase(): Promise<Database> {
  const db = await openPostgres(database.url)
  stack.defer(() => db.close())
  return db
}

/** Gives `work` a connection to a database, which is closed then. */
export async function withClient<T>({ url }: TestDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const own = new Client({ connectionString: url })
  await own.connect()
  try {
    return await work(own)
  } finally {
    await own.end()
  }
}
