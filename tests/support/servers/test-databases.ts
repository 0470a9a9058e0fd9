import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Database } from '#server/infrastructure/database/database.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { chosenVersion, type PostgresVersion } from './postgres-server.ts'

/** The database that others are copies of. It has all migrations and no connection. */
const TEMPLATE = 'migrated'

/**
 * The variable with the address of the PostgreSQL that `global-setup.ts` has started, with `DATABASE` in the place of the database. The
 * projects of vitest run at the same time, each with a version of its own.
 */
const addressOf = (version: PostgresVersion) => `POSTGRES_${version}_TEST_URL`

/** True if the tests of this file run on PostgreSQL. Then `TestApp` gets a database of its own. */
export const isOnPostgres = process.env.TEST_DATABASE === 'postgres'

/** Tells the processes of the tests where PostgreSQL is, and makes the database that theirs are copies of. */
export async function offerDatabases(
  version: PostgresVersion,
  urlOf: (database: string) => string,
): Promise<void> {
  process.env[addressOf(version)] = urlOf('DATABASE')
  await onServer(`create database ${TEMPLATE}`, urlOf('postgres'))
  await (await openPostgres(urlOf(TEMPLATE))).close()
}

export class TestDatabase implements AsyncDisposable {
  readonly #name: string

  private constructor(name: string) {
    this.#name = name
  }

  /** Makes an empty database with all migrations. */
  static make(): Promise<TestDatabase> {
    return TestDatabase.#copy(TEMPLATE)
  }

  /** Makes a database without any table. */
  static makeWithoutTables(): Promise<TestDatabase> {
    return TestDatabase.#copy('template0')
  }

  static async #copy(template: string): Promise<TestDatabase> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await onServer(`create database ${name} template ${template} strategy file_copy`)
    return new TestDatabase(name)
  }

  get url(): string {
    return urlOf(this.#name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await onServer(`drop database ${this.#name} with (force)`)
  }
}

/** All databases of a run have the same tables, and PostgreSQL needs long to list them. */
let tables: Promise<string[]> | undefined

/** The rows of every table. */
export async function allRows({ read, write }: Database): Promise<Record<string, unknown[]>> {
  tables ??= listTables(write)
  const rows = (await tables).map(async (table) => {
    const all = read.selectFrom(table as keyof Schema).selectAll()
    return [table, await all.execute()] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

/** Without those of graphile-worker, which has a schema of its own. */
async function listTables(write: Database['write']): Promise<string[]> {
  const tables = await write.introspection.getTables()
  return tables.filter(({ schema }) => schema !== 'graphile_worker').map(({ name }) => name)
}

async function onServer(statement: string, url = urlOf('postgres')): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  return (process.env[addressOf(chosenVersion())] as string).replace('DATABASE', database)
}
