import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { verify } from '#server/features/backup/verify.ts'
import { listTables } from '#server/infrastructure/database/moving/tables.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { fillInstallation } from '../../support/full-installation.ts'

const TABLES = listTables()
const keyOf = (name: string) => TABLES.find((table) => table.name === name)?.key ?? ['id']

const ADVICE =
  'Add what is missing to tests/support/full-installation.ts: move, backup and restore are tested with it'

setUpApp('file')
beforeAll(() => fillInstallation(testApp))

it('has rows in each table, and each column that may be null with a value and without', async () => {
  const db = testApp.services.db.write as unknown as Kysely<Record<string, Record<string, unknown>>>
  const tables = (await db.introspection.getTables()).filter(
    ({ schema }) => schema === undefined || schema === 'public',
  )
  expect(tables.length).toBeGreaterThan(15)
  const missing: string[] = []
  for (const { name, columns } of tables) {
    const counts = columns.map((column) => sql<number>`count(${sql.ref(column.name)})`.as(column.name))
    const all = sql<number>`count(*)`.as('row count')
    const count = await db
      .selectFrom(name)
      .select([all, ...counts])
      .executeTakeFirstOrThrow()
    if (count['row count'] === 0) missing.push(`a row of ${name}`)
    for (const { name: column, isNullable } of columns) {
      // Keys of earlier versions have been moved to a file.
      if (column === 'private_key') continue
      if (count[column] === 0) missing.push(`${name}.${column} with a value`)
      // SQLite calls the columns of ids nullable.
      if (isNullable && !keyOf(name).includes(column) && count[column] === count['row count'])
        missing.push(`${name}.${column} without a value`)
    }
  }
  expect(missing, ADVICE).toEqual([])
})

it('has no damage that verify finds', async () => {
  const { config, store } = testApp.services
  expect(await verify(config, store)).toMatchObject({ problems: [] })
})
