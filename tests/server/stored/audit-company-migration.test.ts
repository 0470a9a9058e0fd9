import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'

/** Entries of the log before they had a company, and the company that each gets. */
const ENTRIES: [name: string, values: string, company: number | null][] = [
  ["a user's own turbine", "'comment.add', '1', 1, 10", 1],
  ["a superadmin's visit to it", "'turbine.edit', '10', 3, 10", 1],
  ['a user whose turbine has moved since', "'comment.add', '1', 2, 10", null],
  ['a deleted turbine', "'turbine.delete', '99', 3, 99", null],
  ['a sign-in', "'session.open', '2', 2, null", 2],
  ['a user whom a superadmin edits', "'user.edit', '1', 3, null", 1],
  ['a deleted user', "'user.delete', '99', 3, null", null],
  ['a refused sign-in', "'session.refuse', '', null, null", null],
  ['a company', "'company.edit', '2', 3, null", 2],
  ['a contact message', "'contact.send', '', null, null", null],
]

it('earlier entries get the company that they must have had, or none', () => {
  const connection = new SQLite(':memory:')
  const migrations = readMigrations('sqlite')
  const index = migrations.findIndex(({ name }) => name.endsWith('-audit-company.sql'))
  for (const { sql } of migrations.slice(0, index)) connection.exec(sql)
  connection.exec(`
    insert into company (id, name, name_folded, created_at, updated_at) values (1, 'A', 'a', '', ''), (2, 'B', 'b', '', '');
    insert into user (id, first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
    values (1, '', '', 'a', 'a', 'admin', 1, '', '', ''), (2, '', '', 'b', 'b', 'admin', 2, '', '', ''),
      (3, '', '', 'c', 'c', 'superadmin', 999, '', '', '');
    insert into turbine (id, city, code, location, company_id, created_at, updated_at) values (10, 'izmir', 'T1', 'X', 1, '', '');`)
  for (const [name, values] of ENTRIES)
    connection.exec(`insert into audit (at, request_id, address, user_email, record_name, action, record_id, user_id, turbine_id)
      values ('', '', '', '', '${name.replace("'", '')}', ${values})`)
  connection.exec(migrations[index]?.sql ?? '')
  expect(connection.prepare('select company_id from audit order by id').pluck().all()).toEqual(
    ENTRIES.map(([, , company]) => company),
  )
})
