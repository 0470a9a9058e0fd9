import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { temporaryFolder } from '../support/test-app.ts'
import { withClient } from './database-setup.ts'
import { type Layout, postgresLayout, sqliteLayout } from './moving/database-layouts.ts'

/** What several processes share and one process has in its memory. */
const ONLY_POSTGRES = ['limit_count', 'revision', 'token_secret']
/** PostgreSQL has the schema of graphile-worker instead. */
const ONLY_SQLITE = ['job']

it('has migrations of the same names for SQLite and PostgreSQL', () => {
  const names = (database: 'sqlite' | 'postgres') => readMigrations(database).map(({ name }) => name)
  expect(names('postgres')).toEqual(names('sqlite'))
})

it('makes the same tables, columns, keys, indexes, checks and triggers in both', async () => {
  const ofPostgres = await layoutOfPostgres()
  for (const table of ONLY_POSTGRES) delete ofPostgres[table]
  const ofSqlite = await layoutOfSqlite()
  for (const table of ONLY_SQLITE) delete ofSqlite[table]
  expect(Object.keys(ofPostgres)).toEqual(Object.keys(ofSqlite))
  for (const [table, layout] of Object.entries(ofSqlite)) {
    expect({ table, ...ofPostgres[table] }).toEqual({ table, ...layout })
  }
})

async function layoutOfSqlite(): Promise<Record<string, Layout>> {
  const dir = await temporaryFolder()
  await (await openSqlite(dir)).close()
  const connection = new SQLite(join(dir, 'kanat.db'))
  const layout = sqliteLayout(connection)
  connection.close()
  await rm(dir, { recursive: true })
  return layout
}

async function layoutOfPostgres(): Promise<Record<string, Layout>> {
  await using database = await TestDatabase.make()
  // The database is there until the answer comes.
  return await withClient(database, postgresLayout)
}
