/** Tests that no id is given twice. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/infrastructure/database/database.ts'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { listTables } from '#server/infrastructure/database/moving/tables.ts'
import { migrate } from '#server/infrastructure/database/sqlite/migrate.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import {
  addAndDeleteRows,
  addNumberedRow,
  following,
  NUMBERED_TABLES,
  nextIds,
} from '../findings/numbered-rows.ts'
import { runCommand } from '../start/data-folder.ts'

/** The tables whose keys are not counted, and why no key returns. */
const NOT_COUNTED = {
  // The key of an `Idempotency-Key` is made of the id of a user and of what a client chooses once.
  random: ['idempotency_key', 'mailed_password', 'partial_upload', 'person', 'photo_archive', 'session'],
  // The id of a signing key is the hash of a random key.
  ofKeys: ['signing_key'],
  // The key of a file has a random part.
  ofFiles: ['file_removal'],
  // Their keys begin with the id of a user, a turbine, a finding or a version, which never returns.
  ofOtherRecords: [
    'finding_serial',
    'inspection_head',
    'inspection_report_version',
    'inspection_work',
    'known_place',
    'moved_photo',
    'photo_year',
    'published_finding',
    'turbine_visit',
  ],
}

it('covers every table: a new one counts its ids, or is in the list above', () => {
  const tables = listTables()
  const named = tables.filter(({ isNumbered }) => !isNumbered).map(({ name }) => name)
  expect(named.sort()).toEqual(Object.values(NOT_COUNTED).flat().sort())
  const counted = tables.filter(({ isNumbered }) => isNumbered).map(({ name }) => name)
  expect(NUMBERED_TABLES.toSorted()).toEqual(counted.sort())
})

it('has `autoincrement` in every table of SQLite that counts its ids', () => {
  const connection = new SQLite(':memory:')
  migrate(connection)
  const without = connection
    .prepare(
      `select name from sqlite_schema
       where type = 'table' and name not like 'sqlite_%' and sql not like '%without rowid%' and sql not like '%autoincrement%'`,
    )
    .pluck()
    .all()
  expect(without.filter((name) => NUMBERED_TABLES.includes(name as string))).toEqual([])
})

describe('a data folder', () => {
  let dir: string
  let db: Database
  beforeEach(async () => {
    dir = await temporaryFolder()
    db = await openSqlite(dir)
  })
  afterEach(async () => {
    await db.close()
    await rm(dir, { recursive: true })
  })

  it('gives no id of a deleted row again, not even after a restart', async () => {
    const last = await addAndDeleteRows(db.write)
    await db.close()
    db = await openSqlite(dir)
    expect(await nextIds(db.write)).toEqual(following(last))
  })

  it('gives the first company the id 1000', async () => {
    expect(await addNumberedRow(db.write, 'company')).toBe(1000)
  })

  it('gives no id again after a backup was restored', async () => {
    const last = await addAndDeleteRows(db.write)
    const copy = join(await temporaryFolder(), 'copy')
    // The rows have no files, and the backup says so.
    expect((await runCommand('backup', dir, copy)).stdout).toContain('Saved')
    const restored = await openSqlite(copy)
    expect(await nextIds(restored.write)).toEqual(following(last))
    await restored.close()
    await rm(join(copy, '..'), { recursive: true })
  })
})

describe('a database of a former version', () => {
  it('gives no id that its audit log knows, and keeps its companies', () => {
    const connection = new SQLite(':memory:')
    connection.exec(
      'create table migration (name text primary key, ran_at text not null) strict, without rowid',
    )
    for (const { name, sql } of readMigrations('sqlite').filter((one) => one.name < '0014')) {
      connection.exec(sql)
      connection.prepare('insert into migration values (?, ?)').run(name, '2026-11-22')
    }
    connection.exec(`
      insert into company (id, name, name_folded, phone, deadline_3_months, created_at, updated_at)
      values (1000, 'Bora', 'bora', '1', 4, 'x', 'y');
      insert into user (first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
      values ('Ada', 'Yel', 'a@kanat.example', 'a@kanat.example', 'viewer', 1000, '', '', '');
      insert into audit (at, request_id, address, user_id, user_email, action, record_id, record_name, turbine_id) values
        ('', '', '', null, '', 'company.delete', '1007', 'Poyraz', null),
        ('', '', '', 12, '', 'session.open', '9', 'b@kanat.example', null),
        ('', '', '', 1, '', 'photo.delete', '41', 'a.jpg', 6),
        ('', '', '', 1, '', 'photo.add', 'turbines/99999/photos/a.jpg', 'a.jpg', 5),
        ('', '', '', null, '', 'session.refuse', '', '', null)`)
    const companies = () => connection.prepare('select * from company order by id').all()
    const before = companies() as object[]
    migrate(connection)
    // Later versions add columns, and change none.
    expect(companies()).toEqual(before.map((company) => expect.objectContaining(company)))
    expect(connection.pragma('foreign_key_check')).toEqual([])
    const last = connection.prepare('select name, seq from sqlite_sequence order by name').raw().all()
    expect(Object.fromEntries(last as [string, number][])).toEqual({
      audit: 5,
      company: 1007,
      finding_review: 0,
      inspection_step: 0,
      inspection_version: 0,
      photo: 41,
      turbine: 6,
      user: 12,
    })
    expect(() => connection.exec('delete from company where id = 1000')).toThrow(/FOREIGN KEY/)
  })
})
