/** The baseline makes what the migrations make together: the same tables with their columns in the same order, and everything that belongs to them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { withClient } from './database-setup.ts'
import { sqliteLayout } from './moving/database-layouts.ts'

const baseline = (database: 'sqlite' | 'postgres') =>
  readFileSync(
    join(import.meta.dirname, `../../server/infrastructure/database/baseline/${database}.sql`),
    'utf8',
  )
const migrations = (database: 'sqlite' | 'postgres') => readMigrations(database).map(({ sql }) => sql)

it('is the schema of SQLite', () => {
  expect(readSqlite([baseline('sqlite')])).toEqual(readSqlite(migrations('sqlite')))
})

function readSqlite(files: string[]) {
  const connection = new SQLite(':memory:')
  for (const sql of files) connection.exec(sql)
  const texts = connection
    .prepare(`select name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null`)
    .all() as { name: string; sql: string }[]
  const tables = connection
    .prepare(`select name from sqlite_schema where type = 'table'`)
    .pluck()
    .all() as string[]
  return {
    layout: sqliteLayout(connection),
    columns: tables
      .sort()
      .map((name) => connection.prepare(`select * from pragma_table_xinfo('${name}')`).all()),
    texts: new Map(texts.map(({ name, sql }) => [name, sql.replaceAll(/--.*|\s+/g, ' ').toLowerCase()])),
    companies: connection.prepare('select id, name, name_folded from company').all(),
    installations: connection.prepare('select count(*) from installation').pluck().get(),
  }
}

it('is the schema of PostgreSQL', async () => {
  expect(await readPostgres([baseline('postgres')])).toEqual(await readPostgres(migrations('postgres')))
})

async function readPostgres(files: string[]) {
  await using database = await TestDatabase.makeWithoutTables()
  return await withClient(database, async (client) => {
    for (const sql of files) await client.query(sql)
    return {
      columns: await sorted(
        client,
        `select table_name, column_name, ordinal_position, data_type, is_nullable, column_default, collation_name, is_identity, identity_start
         from information_schema.columns where table_schema = 'public'`,
      ),
      // Their names differ where a column was renamed.
      constraints: await sorted(
        client,
        `select relname, pg_get_constraintdef(pg_constraint.oid), condeferrable, condeferred
         from pg_constraint join pg_class on pg_class.oid = conrelid where connamespace = 'public'::regnamespace`,
      ),
      indexes: await sorted(client, `select indexname, indexdef from pg_indexes where schemaname = 'public'`),
      triggers: await sorted(client, 'select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal'),
      functions: await sorted(
        client,
        `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
      ),
      companies: await sorted(client, 'select id, name, name_folded from company'),
      rest: await sorted(client, 'select value, (select count(*) from installation) from revision'),
    }
  })
}

async function sorted(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query(statement)
  return rows.map((row) => JSON.stringify(row)).sort()
}
