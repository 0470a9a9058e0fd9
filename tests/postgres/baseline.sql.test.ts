import { expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { namesBeforeBaseline } from '../support/names-before-baseline.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { makeBeforeBaseline } from './before-baseline.ts'
import { client, database, setUpDatabase, withClient } from './database-setup.ts'

const CURRENT = readMigrations('postgres').map(({ name }) => name)

setUpDatabase()

/** Replaces the list of migrations, as another version has left it. */
async function record(names: readonly string[]): Promise<void> {
  await client.query('delete from migration')
  await client.query('insert into migration select name, $2 from unnest($1::text[]) as name', [
    names,
    '2026-11-27',
  ])
}

const namesOf = async () =>
  (await client.query('select name from migration order by name')).rows.map(({ name }) => name)

it('takes over the database of the last version before 1.0.0', async () => {
  await using before = await TestDatabase.makeWithoutTables()
  await makeBeforeBaseline(before, readMigrations('postgres')[0]?.sql ?? '')
  const opened = await openPostgres(before.url)
  expect(opened.migrations).toEqual(['0001-baseline.sql (taken over)', ...CURRENT.slice(1)])
  await opened.close()
  const { rows } = await withClient(before, (own) => own.query('select name from migration order by name'))
  expect(rows.map(({ name }) => name)).toEqual(CURRENT)
})

it('refuses an older one, and leaves it as it is', async () => {
  const older = namesBeforeBaseline().slice(1)
  await record(older)
  await expect(openPostgres(database.url)).rejects.toThrow(
    /older than the last version of Kanat before 1\.0\.0/,
  )
  expect(await namesOf()).toEqual(older)
})

it('names the migration that fails', async () => {
  await using empty = await TestDatabase.makeWithoutTables()
  await withClient(empty, (own) => own.query('create table company (id bigint)'))
  await expect(openPostgres(empty.url)).rejects.toThrow(/^The migration 0001-baseline\.sql failed: /)
})
