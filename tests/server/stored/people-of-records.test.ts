/** The migration to people of records, in a database whose versions a former version of Kanat has sealed. */
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'

const NAME = '0052-people-of-records.sql'
const AT = '2026-11-20T08:00:00.000Z'

/** A turbine with findings of Ada, who is there, and of two namesakes and Eda, whose accounts are deleted. Version 1 was sealed before. */
function formerDatabase(): SQLite.Database {
  const connection = new SQLite(':memory:')
  const migrations = readMigrations('sqlite')
  for (const { name, sql } of migrations) if (name < NAME) connection.exec(sql)
  const findings = [
    [1, 1, 'Ada Yel'],
    [2, null, 'Deniz Su'],
    [3, null, 'Deniz Su'],
    [4, null, 'Eda Ay'],
  ] as const
  connection.exec(`
    insert into company (id, name, name_folded, contact_email, authorized_number, phone, address, created_at, updated_at)
    values (2, 'Bora', 'bora', '', '', '', '', '${AT}', '${AT}');
    insert into turbine (id, turbine_name, city, code, location, site_name, rooms, status, company_id, created_at, updated_at)
    values (1, '', 'İzmir', 'T01', 'Çeşme', '', 3, 'active', 2, '${AT}', '${AT}');
    insert into user (id, first_name, last_name, email, email_folded, role, company_id, is_active, password_hash, created_at, updated_at)
    values (1, 'Ada', 'Yel', 'a@b.example', 'a@b.example', 'operator', 2, 1, '', '${AT}', '${AT}');
    insert into person (id, user_id, name) values ('ada', 1, 'Ada Yel'), ('deniz-1', null, 'Deniz Su'), ('deniz-2', null, 'Deniz Kaya');`)
  const sealed = [
    { id: 1, person: 'ada' },
    { id: 2, person: 'deniz-1' },
    { id: 3, person: 'deniz-2' },
  ]
  connection
    .prepare(`insert into inspection_version (id, turbine_id, year, version, published_at, user_name, photos, looked_at, sha256, document)
      values (1, 1, 2026, 1, ?, 'Ada Yel', 0, 0, 'x', ?)`)
    .run(AT, JSON.stringify({ person: 'ada', findings: sealed }))
  for (const [id, user, name] of findings) {
    const common = [
      1,
      id,
      'A',
      'LE',
      'le-erosion',
      '[]',
      '',
      'open',
      2026,
      '2026-05-01',
      '',
      user,
      name,
      AT,
      AT,
    ]
    connection
      .prepare(`insert into finding (id, turbine_id, serial, blade, side, type, positions_m, text, status, year, found_on, due_reason, user_id,
        user_name, created_at, updated_at) values (?, ${common.map(() => '?').join(', ')})`)
      .run(id, ...common)
    if (id === 4) continue
    connection
      .prepare(`insert into published_finding (version_id, is_current, revision, id, turbine_id, serial, blade, side, type, positions_m, text,
        status, year, found_on, due_reason, user_id, user_name, created_at, updated_at)
        values (1, 1, 0, ?, ${common.map(() => '?').join(', ')})`)
      .run(id, ...common)
  }
  connection.exec(migrations.find(({ name }) => name === NAME)?.sql ?? '')
  return connection
}

const peopleOf = (connection: SQLite.Database, table: string) =>
  connection.prepare(`select person_id from ${table} order by id`).pluck().all()

it('keeps the ids that documents have given, and finds one for those whom only a name is left of', () => {
  const connection = formerDatabase()
  expect(peopleOf(connection, 'published_finding')).toEqual(['ada', 'deniz-1', 'deniz-2'])
  expect(peopleOf(connection, 'finding').slice(0, 3)).toEqual(['ada', 'deniz-1', 'deniz-2'])
  const eda = connection.prepare(`select id from person where name = 'Eda Ay'`).pluck().get()
  expect(peopleOf(connection, 'finding')[3]).toBe(eda)
  expect(eda).toMatch(/^[0-9a-f]{32}$/)
  expect(peopleOf(connection, 'inspection_version')).toEqual(['ada'])
})

it('makes a person of every user from then on, whose name is that of the account', () => {
  const connection = formerDatabase()
  connection.exec(`
    insert into user (id, first_name, last_name, email, email_folded, role, company_id, is_active, password_hash, created_at, updated_at)
    values (9, 'Can', 'Er', 'c@b.example', 'c@b.example', 'operator', 2, 1, '', '${AT}', '${AT}');
    insert into finding (id, turbine_id, serial, blade, side, type, year, found_on, user_id, user_name, created_at, updated_at)
    values (9, 1, 9, 'A', 'LE', 'le-erosion', 2026, '2026-05-01', 9, 'Can Er', '${AT}', '${AT}');
    update user set last_name = 'Su' where id = 9;`)
  const person = connection.prepare('select id, name from person where user_id = 9').get() as { id: string }
  expect(person).toEqual({ id: peopleOf(connection, 'finding').at(-1), name: 'Can Su' })
})
