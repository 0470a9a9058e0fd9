/** Opens databases that former versions of migrations have made. */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { type Migration, readMigrations } from '#server/infrastructure/database/migrations.ts'
import { migrate } from '#server/infrastructure/database/sqlite/migrate.ts'
import { openServices } from '#server/start/services.ts'
import { sqliteLayout } from '../../postgres/moving/database-layouts.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const FINDING_UNSOLVED = /^create index finding_unsolved .*\n/m

/** The migrations that had landed when the editing of landed migrations ended. */
const LANDED = readMigrations('sqlite').filter(({ name }) => name < '0014')

function formerVersion(number: number): Migration {
  const file = join(import.meta.dirname, 'former-migrations', `0002-version-${number}.sql`)
  return { name: '0002-mailed-passwords-and-audit.sql', sql: readFileSync(file, 'utf8') }
}

/** The former versions that differ in more than comments. @see `git log --follow` of each file */
const FORMER: Migration[] = [
  ...[1, 2, 3, 4].map(formerVersion),
  {
    name: '0011-findings.sql',
    sql: LANDED.find(({ name }) => name === '0011-findings.sql')?.sql.replace(FINDING_UNSOLVED, '') ?? '',
  },
]

/** A database in which `migrations` have run, as far as they do not fail, and no further than `last`. */
function databaseOf(migrations: readonly Migration[], last = migrations.at(-1)?.name ?? '') {
  const connection = new SQLite(':memory:')
  connection.exec(
    'create table migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  const ran: string[] = []
  for (const { name, sql } of migrations) {
    if (name > last) break
    try {
      connection.transaction(() => connection.exec(sql))()
    } catch {
      break
    }
    connection.prepare('insert into migration values (?, ?)').run(name, '2026-11-22')
    ran.push(name)
  }
  return { connection, ran }
}

function schemaOf(connection: SQLite.Database): unknown {
  const texts = connection
    .prepare(`select name, sql from sqlite_schema where type in ('index', 'trigger') order by name`)
    .all() as { name: string; sql: string | null }[]
  return [sqliteLayout(connection), texts.map(({ name, sql }) => [name, sql?.replace(/\s+/g, ' ')])]
}

const fresh = new SQLite(':memory:')
migrate(fresh)

describe.each([
  ...FORMER.map((former, index) => ({ former, title: `version ${index + 1} of an edited file` })),
  { former: undefined, title: 'no edited file' },
])('a database that was made by $title', ({ former }) => {
  const migrations = LANDED.map((one) => (one.name === former?.name ? former : one))

  it('gets the schema of a new database, whichever migration was its last', () => {
    const { ran } = databaseOf(migrations)
    const stops = ran.filter((name) => name >= (former?.name ?? ''))
    expect(stops.length).toBeGreaterThan(0)
    for (const last of stops) {
      const { connection } = databaseOf(migrations, last)
      const done = migrate(connection)
      expect({ last, schema: schemaOf(connection) }).toEqual({ last, schema: schemaOf(fresh) })
      expect(done).toEqual([
        ...(former ? [`${former.name} (repaired)`] : []),
        ...readMigrations('sqlite').flatMap(({ name }) => (name > last ? name : [])),
      ])
      expect(migrate(connection)).toEqual([])
      connection.close()
    }
  })
})

it('keeps the mailed passwords of the first version', () => {
  const { connection } = databaseOf(
    LANDED.map((one) => (one.name.startsWith('0002') ? formerVersion(1) : one)),
  )
  connection.exec(`
    insert into user (first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
    values ('Ada', 'Yel', 'ada@kanat.example', 'ada@kanat.example', 'viewer', 999, 'hash', '', '');
    insert into mailed_password (user_id, password_sha256, sent_at, expires_at) values (1, 'abc', '2026-11-20', '2026-11-21')`)
  migrate(connection)
  expect(connection.prepare('select * from mailed_password').all()).toEqual([
    { user_id: 1, password_sha256: 'abc', expires_at: '2026-11-21' },
  ])
  expect(connection.prepare('select password_mailed_at from user').pluck().get()).toBe('2026-11-20')
})

it.each([
  ['0005-last-sign-in-and-audit-of-turbines.sql', '0004-last-sign-in-and-audit-of-turbines.sql'],
  ['0007-uploads-in-parts.sql', '0006-uploads-in-parts.sql'],
])('knows %s by its former name', (name, formerName) => {
  const { connection } = databaseOf(LANDED, name)
  connection.prepare('update migration set name = ? where name = ?').run(formerName, name)
  migrate(connection)
  expect(schemaOf(connection)).toEqual(schemaOf(fresh))
})

it('is told in the log, with the names of the migrations that ran', async () => {
  const dir = await temporaryFolder()
  const { connection } = databaseOf([LANDED[0] as Migration, formerVersion(1)])
  await connection.backup(join(dir, 'kanat.db'))
  const lines: { msg: string; migrations?: string[] }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const { db, images } = await openServices(readConfig({ DATA_DIR: dir, RESERVE_MB: '0' }), log)
  images.close()
  await db.close()
  await rm(dir, { recursive: true })
  expect(lines.find(({ msg }) => msg === 'the database was migrated')?.migrations).toEqual([
    '0002-mailed-passwords-and-audit.sql (repaired)',
    ...readMigrations('sqlite')
      .map(({ name }) => name)
      .slice(2),
  ])
})

it('names the migration that fails', () => {
  const { connection } = databaseOf(LANDED)
  connection.exec(
    'create table known_id (id integer); create trigger finding_is_added after insert on finding begin select 1; end',
  )
  expect(() => migrate(connection)).toThrow(/^The migration 0014-links-of-findings-ascend\.sql failed: /)
})

/** Two turbines with findings, each with its id, turbine, day, earlier finding, blade and year. */
function addFindings(
  connection: SQLite.Database,
  findings: readonly (readonly [number, number, string, number | null, string, number])[],
): void {
  connection.exec(`
    insert into turbine (city, code, location, company_id, created_at, updated_at)
    values ('izmir', 'T1', 'Karaburun', 999, '', ''), ('izmir', 'T2', 'Karaburun', 999, '', '')`)
  const add = connection.prepare(`
    insert into finding (id, turbine_id, serial, blade, side, type, year, found_on, earlier_id, user_name, created_at, updated_at)
    values (@id, @turbine, @id, @blade, 'LE', 'le-erosion', @year, @day, @earlier, 'Ada Yel', '', '')`)
  connection.transaction(() => {
    for (const [id, turbine, day, earlier, blade, year] of findings)
      add.run({ id, turbine, day, earlier, blade, year })
  })()
}

const linksOf = (connection: SQLite.Database) =>
  connection
    .prepare('select id, earlier_id from finding where earlier_id is not null order by id')
    .raw()
    .all()
const toldOf = (connection: SQLite.Database) =>
  connection
    .prepare(
      'select action, record_id, record_name, turbine_name, changed, address from audit order by record_name',
    )
    .raw()
    .all()

describe('a database with wrong links', () => {
  it('loses them and no others, so that the findings count again', () => {
    const { connection } = databaseOf(LANDED)
    addFindings(connection, [
      // It continues itself.
      [1, 1, '2026-01-01', 1, 'A', 2026],
      // A circle of three.
      [2, 1, '2024-01-01', 4, 'A', 2026],
      [3, 1, '2025-01-01', 2, 'A', 2026],
      [4, 1, '2026-01-01', 3, 'A', 2026],
      // Of another turbine, and of the same day.
      [5, 2, '2026-02-01', null, 'A', 2026],
      [6, 1, '2026-03-01', 5, 'A', 2026],
      [7, 2, '2026-02-01', 8, 'A', 2026],
      [8, 2, '2026-02-01', null, 'A', 2026],
      // On another blade, and of a later year.
      [9, 2, '2025-02-01', null, 'A', 2026],
      [10, 2, '2026-02-01', 9, 'B', 2026],
      [11, 2, '2025-02-01', null, 'A', 2026],
      [12, 2, '2026-02-01', 11, 'A', 2025],
    ])
    migrate(connection)
    expect(linksOf(connection)).toEqual([
      [3, 2],
      [4, 3],
    ])
    expect(toldOf(connection)).toEqual([
      ['finding.edit', '12', 'A-LE-012', 'T2', '["earlier_id"]', 'local'],
      ['finding.edit', '10', 'B-LE-010', 'T2', '["earlier_id"]', 'local'],
    ])
  })

  describe('from before 0024-links-of-one-blade', () => {
    const BEFORE = readMigrations('sqlite').filter(({ name }) => name < '0024')

    it('loses those to another blade and to a later year, and the audit log has each', () => {
      const { connection } = databaseOf(BEFORE)
      addFindings(connection, [
        [1, 1, '2024-01-01', null, 'A', 2024],
        [2, 1, '2025-01-01', 1, 'B', 2025],
        [3, 1, '2024-02-01', null, 'A', 2026],
        [4, 1, '2025-02-01', 3, 'A', 2025],
        // Both at once, with a number of four digits, on a turbine of its own.
        [999, 2, '2024-01-01', null, 'A', 2026],
        [1000, 2, '2025-01-01', 999, 'C', 2025],
        // These are right: an earlier year, and the same year.
        [5, 1, '2024-03-01', null, 'A', 2024],
        [6, 1, '2025-03-01', 5, 'A', 2025],
        [7, 1, '2025-04-01', 6, 'A', 2025],
      ])
      expect(migrate(connection)[0]).toBe('0024-links-of-one-blade.sql')
      expect(linksOf(connection)).toEqual([
        [6, 5],
        [7, 6],
      ])
      expect(toldOf(connection)).toEqual([
        ['finding.edit', '4', 'A-LE-004', 'T1', '["earlier_id"]', 'local'],
        ['finding.edit', '2', 'B-LE-002', 'T1', '["earlier_id"]', 'local'],
        ['finding.edit', '1000', 'C-LE-1000', 'T2', '["earlier_id"]', 'local'],
      ])
    })

    it.each([
      ['to a later day', [2, 1, '2024-01-01', 1, 'A', 2026]],
      ['to the same day', [2, 1, '2025-01-01', 1, 'A', 2026]],
      ['to another turbine', [2, 2, '2026-01-01', 1, 'A', 2026]],
      ['to itself', [2, 1, '2026-01-01', 2, 'A', 2026]],
    ] as const)('has none %s, because it refuses them', (_, wrong) => {
      const { connection } = databaseOf(BEFORE)
      expect(() => addFindings(connection, [[1, 1, '2025-01-01', null, 'A', 2025], wrong])).toThrow(
        /continues one of an earlier day/,
      )
    })

    it('has no circle, because it refuses the link that closes it', () => {
      const { connection } = databaseOf(BEFORE)
      addFindings(connection, [
        [1, 1, '2024-01-01', null, 'A', 2026],
        [2, 1, '2025-01-01', 1, 'A', 2026],
      ])
      expect(() => connection.exec('update finding set earlier_id = 2 where id = 1')).toThrow(
        /continues one of an earlier day/,
      )
    })

    it('refuses those to another blade and to a later year afterwards', () => {
      const { connection } = databaseOf(BEFORE)
      migrate(connection)
      for (const wrong of [
        [2, 1, '2026-01-01', 1, 'B', 2026],
        [2, 1, '2026-01-01', 1, 'A', 2024],
      ] as const)
        expect(() => addFindings(connection, [[1, 1, '2025-01-01', null, 'A', 2025], wrong])).toThrow(
          /of its turbine and its blade, of no later year/,
        )
    })
  })
})
