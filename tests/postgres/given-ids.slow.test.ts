/** Tests that PostgreSQL gives no id twice, and that a move takes the last ids along. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { addAndDeleteRows, following, NUMBERED_TABLES, nextIds } from '../server/findings/numbered-rows.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { temporaryFolder } from '../support/test-app.ts'
import { runMove } from './moving/moved-installation.ts'

let stack: AsyncDisposableStack
let source: string
let database: TestDatabase

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const folder = await temporaryFolder()
  stack.defer(() => rm(folder, { recursive: true }))
  source = join(folder, 'source')
  database = stack.use(await TestDatabase.makeWithoutTables())
})
afterEach(() => stack.disposeAsync())

it('gives no id of a deleted row again, and has an identity column in every table that counts its ids', async () => {
  const db = await openPostgres(database.url)
  const last = await addAndDeleteRows(db.write)
  expect(await nextIds(db.write)).toEqual(following(last))
  const counted = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`.execute(db.write)
  await db.close()
  expect(counted.rows.map(({ name }) => name).sort()).toEqual(NUMBERED_TABLES.toSorted())
})

it('gives no id that the audit log of a former version knows', async () => {
  const db = await openPostgres(database.url)
  await sql`delete from migration where name = '0015-every-id-only-once.sql'`.execute(db.write)
  await sql`insert into audit (at, request_id, address, user_id, user_email, action, record_id, record_name, turbine_id) values
    ('', '', '', null, '', 'company.delete', '1007', 'Poyraz', null),
    ('', '', '', 12, '', 'session.open', '9', 'b@kanat.example', null),
    ('', '', '', 1, '', 'photo.delete', '41', 'a.jpg', 6),
    ('', '', '', 1, '', 'photo.add', 'turbines/99999/photos/a.jpg', 'a.jpg', 5),
    ('', '', '', null, '', 'contact.send', '', '', null)`.execute(db.write)
  await db.close()
  const migrated = await openPostgres(database.url)
  expect(migrated.migrations).toEqual(['0015-every-id-only-once.sql'])
  await sql`insert into turbine (id, city, code, location, company_id, created_at, updated_at)
    values (1, 'izmir', 'T1', 'Karaburun', 999, '', '')`.execute(migrated.write)
  expect(await nextIds(migrated.write)).toMatchObject({
    company: 1008,
    user: 13,
    photo: 42,
    turbine: 7,
    report: 1,
  })
  await migrated.close()
})

it('takes the last ids along to PostgreSQL', async () => {
  await mkdir(source)
  const first = await openSqlite(source)
  const inSource = await addAndDeleteRows(first.write)
  await first.close()
  await runMove({ DATA_DIR: source }, { database: database.url })

  const moved = await openPostgres(database.url)
  expect(await nextIds(moved.write)).toEqual(following(inSource))
  await moved.close()
})
