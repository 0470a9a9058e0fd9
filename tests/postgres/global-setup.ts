import type { TestProject } from 'vitest/node'
import { chosenVersion, PostgresServer } from '../support/servers/postgres-server.ts'
import { offerDatabases } from '../support/servers/test-databases.ts'

/** Starts one PostgreSQL for all tests of the project. */
export default async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  const version = chosenVersion({ ...process.env, ...config.env })
  const server = await PostgresServer.start(undefined, version)
  try {
    await offerDatabases(version, (database) => server.url(database))
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
  return () => server[Symbol.asyncDispose]()
}
