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
