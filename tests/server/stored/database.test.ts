import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { temporaryFolder } from '../../support/test-app.ts'

it('keeps its rows and runs no migration again when it is opened a second time', async () => {
  const dir = await temporaryFolder()
  for (let n = 0; n < 2; n += 1) {
    const db = await openSqlite(dir)
    expect(await db.read.selectFrom('company').select('id').execute()).toEqual([{ id: 999 }])
    await db.close()
  }
  await rm(dir, { recursive: true })
})

it('refuses writes on the connection for reading', async () => {
  const dir = await temporaryFolder()
  const db = await openSqlite(dir)
  const reader = db.read as unknown as typeof db.write
  await expect(reader.deleteFrom('company').execute()).rejects.toThrow(/readonly/)
  await db.close()
  await rm(dir, { recursive: true })
})

it('refuses a database of a newer version', async () => {
  const dir = await temporaryFolder()
  await (await openSqlite(dir)).close()
  const connection = new SQLite(join(dir, 'kanat.db'))
  connection.exec(`insert into migration values ('9999-from-the-future.sql', '2030-01-01')`)
  connection.close()
  await expect(openSqlite(dir)).rejects.toThrow(/9999-from-the-future/)
  await rm(dir, { recursive: true })
})
