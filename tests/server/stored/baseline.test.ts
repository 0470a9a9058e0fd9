import SQLite from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { migrate } from '#server/infrastructure/database/sqlite/migrate.ts'
import { namesBeforeBaseline } from '../../support/names-before-baseline.ts'

const CURRENT = readMigrations('sqlite').map(({ name }) => name)
let connection: SQLite.Database
beforeEach(() => {
  connection = new SQLite(':memory:')
})

const namesOf = () => connection.prepare('select name from migration order by name').pluck().all()
const schemaOf = () => connection.prepare('select name, sql from sqlite_schema order by name').all()

/** Replaces the list of migrations, as another version has left it. */
function record(names: readonly string[]): void {
  connection.exec('delete from migration')
  for (const name of names) connection.prepare('insert into migration values (?, ?)').run(name, '2026-11-27')
}

it('makes the tables of an empty database, once', () => {
  expect(migrate(connection)).toEqual(CURRENT)
  expect(migrate(connection)).toEqual([])
  expect(namesOf()).toEqual(CURRENT)
})

it('takes over the database of the last version before 1.0.0, which then has the schema of a new one', () => {
  migrate(connection)
  const schema = schemaOf()
  connection = new SQLite(':memory:')
  connection.exec(
    'create table migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  connection.exec(readMigrations('sqlite')[0]?.sql ?? '')
  connection.exec(`update company set phone = '1'`)
  const companies = connection
    .prepare('select *, 0 as second_factor_required, 0 as links_allowed from company')
    .all()
  record(namesBeforeBaseline())
  expect(migrate(connection)).toEqual(['0001-baseline.sql (taken over)', ...CURRENT.slice(1)])
  expect(namesOf()).toEqual(CURRENT)
  expect([schemaOf(), connection.prepare('select * from company').all()]).toEqual([schema, companies])
})

it.each([
  [
    'an older one',
    ['0001-everything-there-is-now.sql'],
    /older than the last version of Kanat before 1\.0\.0/,
  ],
  ['one that lacks a migration', namesBeforeBaseline().slice(1), /older than the last version/],
  ['a newer one', [...CURRENT, '9999-later.sql'], /has the migration 9999-later\.sql/],
])('refuses %s, and leaves it as it is', (_, names, sentence) => {
  migrate(connection)
  record(names)
  expect(() => migrate(connection)).toThrow(sentence)
  expect(namesOf()).toEqual(names.toSorted())
})

it('names the migration that fails, and keeps nothing of it', () => {
  connection.exec('create table company (id integer) strict')
  const before = connection.prepare('select name from sqlite_schema').all()
  expect(() => migrate(connection)).toThrow(/^The migration 0001-baseline\.sql failed: /)
  expect(connection.prepare(`select name from sqlite_schema where name <> 'migration'`).all()).toEqual(before)
})
