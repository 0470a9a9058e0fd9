import { PostgresServer } from './postgres-server.ts'
import { offerDatabases } from './test-databases.ts'

/** Starts one PostgreSQL for all tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await PostgresServer.start()
  await offerDatabases((database) => server.url(database))
  return () => server[Symbol.asyncDispose]()
}
