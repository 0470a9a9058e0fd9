/** Opens databases that former versions of migrations have made. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { type Migration, readMigrations } from '#server/infrastructure/database/migrations.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { withClient } from './database-setup.ts'
import { postgresLayout } from './moving/database-layouts.ts'

/** The migrations that had landed when the editing of landed migrations ended. */
const LANDED = readMigrations('postgres').filter(({ name }) => name < '0014')

const PHOTO_YEARS: Migration = {
  name: '0009-photos-of-each-year.sql',
  sql: readFileSync(join(import.meta.dirname, 'former-migrations/0009-version-1.sql'), 'utf8'),
}
const FINDINGS: Migration = {
  name: '0011-findings.sql',
  sql:
    LANDED.find(({ name }) => name === '0011-findings.sql')?.sql.replace(
      /^create index finding_unsolved .*\n/m,
      '',
    ) ?? '',
}

/** One finding continues itself, and two continue each other. */
const WRONG_LINKS = `
  insert into turbine (id, city, code, location, company_id, created_at, updated_at)
  values (1, 'izmir', 'T1', 'Karaburun', 999, '', '');
  insert into finding (id, turbine_id, serial, blade, side, type, year, found_on, earlier_id, user_name, created_at, updated_at)
  select id, 1, id, blade, 'LE', 'le-erosion', year, day, earlier, 'Ada Yel', '', ''
  from (values
    (1, 'A', 2026, '2026-01-01', 1), (2, 'A', 2026, '2024-01-01', 3), (3, 'A', 2026, '2025-01-01', 2),
    (4, 'A', 2024, '2024-01-01', null), (5, 'B', 2025, '2025-01-01', 4),
    (6, 'A', 2026, '2024-01-01', null), (7, 'A', 2025, '2025-01-01', 6)
  ) as finding (id, blade, year, day, earlier)`

it.each([
  { former: PHOTO_YEARS, last: PHOTO_YEARS.name },
  { former: PHOTO_YEARS, last: '0012-inspections.sql' },
  { former: FINDINGS, last: FINDINGS.name },
  { former: FINDINGS, last: '0013-count-photos-by-statement.sql' },
  { former: undefined, last: '0013-count-photos-by-statement.sql' },
])(
  'a database of $former.name in its former version, until $last, gets the schema of a new one',
  async ({ former, last }) => {
    await using database = await TestDatabase.makeWithoutTables()
    await using fresh = await TestDatabase.make()
    await withClient(database, async (client) => {
      await runMigrations(
        client,
        LANDED.filter((one) => one.name <= last).map((one) => (one.name === former?.name ? former : one)),
      )
      if (last >= FINDINGS.name) await client.query(WRONG_LINKS)
    })
    const db = await openPostgres(database.url)
    await db.close()
    expect(db.migrations.filter((name) => name.includes('repaired'))).toEqual(
      former ? [`${former.name} (repaired)`] : [],
    )
    expect(await withClient(database, schemaOf)).toEqual(await withClient(fresh, schemaOf))
    if (last < FINDINGS.name) return
    expect(await withClient(database, linksOf)).toEqual([['3', '2']])
    expect(await withClient(database, toldOf)).toEqual([
      ['5', 'B-LE-005', 'T1', '["earlier_id"]'],
      ['7', 'A-LE-007', 'T1', '["earlier_id"]'],
    ])
  },
)

describe('a database from before 0024-links-of-one-blade', () => {
  const before = readMigrations('postgres').filter(({ name }) => name < '0024')
  const findings = (values: string) => `
    insert into turbine (id, city, code, location, company_id, created_at, updated_at)
    values (1, 'izmir', 'T1', 'Karaburun', 999, '', ''), (2, 'izmir', 'T2', 'Karaburun', 999, '', '')
    on conflict do nothing;
    insert into finding (id, turbine_id, serial, blade, side, type, year, found_on, earlier_id, user_name, created_at, updated_at)
    select id, turbine, id, blade, 'LE', 'le-erosion', year, day, earlier, 'Ada Yel', '', ''
    from (values ${values}) as finding (id, turbine, blade, year, day, earlier)`

  it('loses the links to another blade and to a later year, and the audit log has each', async () => {
    await using database = await TestDatabase.makeWithoutTables()
    await withClient(database, async (client) => {
      await runMigrations(client, before)
      await client.query(
        findings(`
          (1, 1, 'A', 2024, '2024-01-01', null), (2, 1, 'B', 2025, '2025-01-01', 1),
          (3, 1, 'A', 2026, '2024-02-01', null), (4, 1, 'A', 2025, '2025-02-01', 3),
          (999, 2, 'A', 2026, '2024-01-01', null), (1000, 2, 'C', 2025, '2025-01-01', 999),
          (5, 1, 'A', 2024, '2024-03-01', null), (6, 1, 'A', 2025, '2025-03-01', 5), (7, 1, 'A', 2025, '2025-04-01', 6)`),
      )
    })
    const db = await openPostgres(database.url)
    await db.close()
    expect(db.migrations[0]).toBe('0024-links-of-one-blade.sql')
    expect(await withClient(database, linksOf)).toEqual([
      ['6', '5'],
      ['7', '6'],
    ])
    expect(await withClient(database, toldOf)).toEqual([
      ['2', 'B-LE-002', 'T1', '["earlier_id"]'],
      ['4', 'A-LE-004', 'T1', '["earlier_id"]'],
      ['1000', 'C-LE-1000', 'T2', '["earlier_id"]'],
    ])
  })

  it('has no link to a later day, to another turbine or in a circle, because it refuses them', async () => {
    await using database = await TestDatabase.makeWithoutTables()
    await withClient(database, async (client) => {
      await runMigrations(client, before)
      await client.query(
        findings(`(1, 1, 'A', 2026, '2025-01-01', null), (2, 1, 'A', 2026, '2026-01-01', 1)`),
      )
      for (const wrong of [
        findings(`(3, 1, 'A', 2026, '2025-12-31', 2)`),
        findings(`(3, 1, 'A', 2026, '2026-01-01', 2)`),
        findings(`(3, 2, 'A', 2026, '2026-02-01', 2)`),
        findings(`(3, 1, 'A', 2026, '2026-01-01', 3)`),
        'update finding set earlier_id = 2 where id = 1',
      ])
        await expect(client.query(wrong)).rejects.toThrow(/continues one of an earlier day/)
    })
  })

  it('refuses links to another blade and to a later year afterwards', async () => {
    await using database = await TestDatabase.makeWithoutTables()
    await withClient(database, (client) => runMigrations(client, before))
    const db = await openPostgres(database.url)
    await db.close()
    await withClient(database, async (client) => {
      await client.query(findings(`(1, 1, 'A', 2025, '2025-01-01', cast(null as integer))`))
      for (const wrong of [
        findings(`(2, 1, 'B', 2026, '2026-01-01', 1)`),
        findings(`(2, 1, 'A', 2024, '2026-01-01', 1)`),
      ])
        await expect(client.query(wrong)).rejects.toThrow(/of its turbine and its blade, of no later year/)
    })
  })
})

it('names the migration that fails', async () => {
  await using database = await TestDatabase.makeWithoutTables()
  await withClient(database, (client) => client.query('create table company (id bigint)'))
  await expect(openPostgres(database.url)).rejects.toThrow(
    /^The migration 0001-everything-there-is-now\.sql failed: /,
  )
})

/** Runs `migrations` in a database without tables. */
async function runMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'create table migration (name text collate "C" primary key, ran_at text collate "C" not null)',
  )
  for (const { name, sql } of migrations) {
    await client.query(sql)
    await client.query('insert into migration values ($1, $2)', [name, '2026-11-22'])
  }
}

async function linksOf(client: Client): Promise<unknown[]> {
  const text = 'select id, earlier_id from finding where earlier_id is not null order by id'
  return (await client.query({ text, rowMode: 'array' })).rows
}

/** The changes of findings that the audit log has. */
async function toldOf(client: Client): Promise<unknown[]> {
  const text = 'select record_id, record_name, turbine_name, changed from audit order by id'
  return (await client.query({ text, rowMode: 'array' })).rows
}

async function schemaOf(client: Client): Promise<unknown> {
  const triggers = await client.query(
    `select tgname, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by tgname`,
  )
  const functions = await client.query(
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
  )
  const indexes = await client.query(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`,
  )
  return [await postgresLayout(client), triggers.rows, functions.rows, indexes.rows]
}
