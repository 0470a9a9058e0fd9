/** Tests that no id is given twice. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/infrastructure/database/database.ts'
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
  random: [
    'idempotency_key',
    'mailed_password',
    'partial_upload',
    'passkey',
    'passkey_challenge',
    'person',
    'photo_archive',
    'recovery_code',
    'session',
  ],
  // The id of a signing key is the hash of a random key.
  ofKeys: ['signing_key'],
  // Entries of the register are never deleted.
  kept: ['seal'],
  // The key of a file has a random part.
  ofFiles: ['file_removal'],
  // Their keys begin with the id of a user, a turbine, a finding, a version or a file job, which never returns.
  ofOtherRecords: [
    'dossier',
    'finding_serial',
    'inspection_head',
    'inspection_report_version',
    'inspection_work',
    'invitation',
    'known_place',
    'moved_photo',
    'photo_year',
    'published_finding',
    'totp',
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
