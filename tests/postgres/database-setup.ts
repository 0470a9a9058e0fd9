/** For each test, a new database and a connection to it beside those of the servers. */
import { Client } from 'pg'
import { afterEach, beforeEach } from 'vitest'
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
