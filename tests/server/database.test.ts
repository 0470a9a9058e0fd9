import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { temporaryFolder } from '../builders.ts'

it('opens twice, keeps its rows, and does not run a migration again', async () => {
  const dir = await temporaryFolder()
  for (let n = 0; n < 2; n += 1) {
    const db = await openDatabase(dir)
    expect(await db.read.selectFrom('company').select('id').execute()).toEqual([{ id: 999 }])
    await db.close()
  }
  await rm(dir, { recursive: true })
})

it('lets nothing be written by the connection that reads', async () => {
  const dir = await temporaryFolder()
  const db = await openDatabase(dir)
  const reader = db.read as unknown as typeof db.write
  await expect(reader.deleteFrom('company').execute()).rejects.toThrow(/readonly/)
  await db.close()
  await rm(dir, { recursive: true })
})

it('refuses a database that a newer version made', async () => {
  const dir = await temporaryFolder()
  await (await openDatabase(dir)).close()
  const connection = new SQLite(join(dir, 'kanat.db'))
  connection.exec(`insert into migration values ('9999-from-the-future.sql', '2030-01-01')`)
  connection.close()
  await expect(openDatabase(dir)).rejects.toThrow(/9999-from-the-future/)
  await rm(dir, { recursive: true })
})
