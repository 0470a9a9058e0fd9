import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { requestCompleteErasure } from '#server/infrastructure/database/sqlite/erasure.ts'
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

it('finishes a transaction that reads before it writes, whatever another process writes meanwhile', async () => {
  const dir = await temporaryFolder()
  const db = await openSqlite(dir)
  const other = new SQLite(join(dir, 'kanat.db'), { timeout: 0 })
  const writeBesides = () => other.exec('update company set phone = phone')
  await db.write.transaction().execute(async (transaction) => {
    const company = await transaction.selectFrom('company').selectAll().executeTakeFirstOrThrow()
    // The other process waits as long as its own timeout.
    expect(writeBesides).toThrow(/locked/)
    await transaction
      .updateTable('company')
      .set({ name: `${company.name} 2` })
      .execute()
  })
  expect(writeBesides).not.toThrow()
  other.close()
  await db.close()
  await rm(dir, { recursive: true })
})

it('reads lists while the whole database is written again', async () => {
  const dir = await temporaryFolder()
  const db = await openSqlite(dir)
  // So large that the copy is made in a file.
  await sql`insert into idempotency_key (id, call, body_hmac, made, created_at)
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 90000)
    select n, 'POST', hex(zeroblob(400)), '1', '2026-11-20T09:30:00.000Z' from number`.execute(db.write)
  await db.write.transaction().execute(requestCompleteErasure)
  let isErased = false
  const erasing = db.eraseDeleted().finally(() => {
    isErased = true
  })
  let lists = 0
  const reader = db.readFor({ id: 1, company_id: 1, role: undefined }, undefined)
  while (!isErased) {
    await reader.selectFrom('company').select('id').execute()
    lists += 1
  }
  await erasing
  // In the thread of the erasure, the second one would wait until its end.
  expect(lists).toBeGreaterThan(5)
  await db.close()
  await rm(dir, { recursive: true })
})
