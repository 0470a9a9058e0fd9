/** A move of one photo, without the server that would make it. */
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { rowsOf, runMove } from './moved-installation.ts'

const KEY = 'turbines/1/photos/1-a.pcd'

it('moves files and rows, continues where it broke off, and then refuses to do it again', async () => {
  await using stack = new AsyncDisposableStack()
  const dir = await temporaryFolder()
  stack.defer(() => rm(dir, { recursive: true }))
  const database = stack.use(await TestDatabase.makeWithoutTables())
  const bucket = stack.use(await TestBucket.start())
  const path = join(dir, 'files', KEY)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'points')
  const sha256 = createHash('sha256').update('points').digest('hex')
  const db = await openSqlite(dir)
  await sql`insert into turbine (id, city, code, location, company_id, created_at, updated_at)
    values (1, 'izmir', 'T1', 'Soma', 999, '', '')`.execute(db.write)
  await sql`insert into user (id, first_name, last_name, email, email_folded, role, company_id, password_hash, is_active, must_change_password, created_at, updated_at)
    values (1, 'Ada', 'Yel', 'a@kanat.example', 'a@kanat.example', 'superadmin', 999, '', 1, 0, '', '')`.execute(
    db.write,
  )
  await sql`insert into photo (turbine_id, key, original_name, category, year, month, media_type, size, sha256, uploaded_at,
      uploader_name, uploader_email)
    values (1, ${KEY}, 'a.pcd', 'drone', 2025, 5, 'application/octet-stream', 6, ${sha256}, '', '', '')`.execute(
    db.write,
  )
  await db.close()
  const source = { DATA_DIR: dir }
  const targets = { database: database.url, store: bucket.env.STORE_URL as string }
  const rows = await rowsOf(source)

  bucket.faultOf = ({ method, url }) => (method === 'GET' && url?.includes('/files/') ? 'deny' : undefined)
  await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
  let removals = 0
  bucket.faultOf = ({ method }) => (method === 'DELETE' && removals++ === 0 ? 'deny' : undefined)
  await expect(runMove(source, targets)).rejects.toThrow('The move broke off.')
  const { lines, problems } = await runMove(source, targets)
  expect([lines[1], problems]).toEqual(['Files: 0 copied, 1 already there, 0.0 MB.', []])
  expect(await rowsOf({ ...source, ...bucket.env, DATABASE_URL: database.url })).toEqual(rows)
  await expect(runMove(source, targets)).rejects.toThrow(/ already has files\./)
  await expect(runMove(source, { database: database.url })).rejects.toThrow(/ already has a database\./)
})
