import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { withClient } from '../../postgres/database-setup.ts'
import { isOnPostgres, TestDatabase } from '../../support/servers/test-databases.ts'

/** Entries of the log before they had a company, and the company that each gets. */
const ENTRIES: [values: string, company: number | null][] = [
  // A user, and a superadmin, at a turbine of company 1.
  ["'comment.add', '1', 1, 10", 1],
  ["'turbine.edit', '10', 3, 10", 1],
  // The turbine has moved since, or is deleted.
  ["'comment.add', '1', 2, 10", null],
  ["'turbine.delete', '99', 3, 99", null],
  ["'session.open', '2', 2, null", 2],
  ["'user.edit', '1', 3, null", 1],
  ["'user.delete', '99', 3, null", null],
  ["'session.refuse', '', null, null", null],
  ["'company.edit', '2', 3, null", 2],
  ["'contact.send', '', null, null", null],
]

const migrations = readMigrations(isOnPostgres ? 'postgres' : 'sqlite')
const index = migrations.findIndex(({ name }) => name.endsWith('-audit-company.sql'))
const SETUP = `${migrations
  .slice(0, index)
  .map(({ sql }) => sql)
  .join('\n')}
  insert into company (id, name, name_folded, created_at, updated_at) values (1, 'A', 'a', '', ''), (2, 'B', 'b', '', '');
  insert into "user" (id, first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
  values (1, '', '', 'a', 'a', 'admin', 1, '', '', ''), (2, '', '', 'b', 'b', 'admin', 2, '', '', ''),
    (3, '', '', 'c', 'c', 'superadmin', 999, '', '', '');
  insert into turbine (id, city, code, location, company_id, created_at, updated_at) values (10, 'izmir', 'T1', 'X', 1, '', '');
  insert into audit (at, request_id, address, user_email, record_name, action, record_id, user_id, turbine_id)
  values ${ENTRIES.map(([values]) => `('', '', '', '', '', ${values})`).join(', ')};
  ${migrations[index]?.sql}`
const FOUND = 'select company_id from audit order by id'

async function migrateEntries(): Promise<unknown[]> {
  if (!isOnPostgres) {
    const connection = new SQLite(':memory:')
    connection.exec(SETUP)
    return connection.prepare(FOUND).pluck().all()
  }
  await using database = await TestDatabase.makeWithoutTables()
  return await withClient(database, async (client) => {
    await client.query(SETUP)
    const { rows } = await client.query<{ company_id: string | null }>(FOUND)
    return rows.map(({ company_id }) => company_id && Number(company_id))
  })
}

it('earlier entries get the company that they must have had, or none', async () => {
  expect(await migrateEntries()).toEqual(ENTRIES.map(([, company]) => company))
})
