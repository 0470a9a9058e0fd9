/** The full installation in a data folder, and ways to compare it with another one. */
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { move, planMove } from '#server/features/move/move.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import type { MovedRows, Row } from '#server/infrastructure/database/moving/moved-rows.ts'
import { openPostgresRows } from '#server/infrastructure/database/moving/postgres-rows.ts'
import { openSqliteRows } from '#server/infrastructure/database/moving/sqlite-rows.ts'
import { listTables } from '#server/infrastructure/database/moving/tables.ts'
import { withDatabase } from '../../server/start/data-folder.ts'
import { fillInstallation } from '../../support/full-installation.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'

export interface Installation {
  /** A data folder of a stopped server, with SQLite and files. */
  dir: string
  turbine: number
  /** The keys of its photos. */
  keys: string[]
  /** The token of a superadmin who is signed in. */
  token: string
  cookie: string
}

/** Makes the full installation with SQLite and disk. */
export async function makeInstallation(): Promise<Installation> {
  const testApp = await TestApp.open({ DATABASE_URL: '' }, 'disk')
  const { turbine, keys, superadmin } = await fillInstallation(testApp)
  await testApp.close()
  const { token, cookie } = superadmin
  return { dir: testApp.dir, turbine, keys, token, cookie }
}

/** A copy of the installation, which the test can change. */
export async function copyOf({ dir }: Installation): Promise<{ dir: string } & AsyncDisposable> {
  const copy = await temporaryFolder()
  await cp(dir, copy, { recursive: true })
  return { dir: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true }) }
}

/** Moves in this process. @returns the lines and the problems */
export async function runMove(env: Record<string, string>, targets: Parameters<typeof planMove>[1]) {
  const lines: string[] = []
  const problems = await move(planMove(env, targets), {
    line: (text) => lines.push(text.replace(/, in \d+\.\d s\.$/, '.')),
    progress() {},
  })
  return { lines, problems }
}

/** The database of an environment. */
export function openRows(env: Record<string, string>): Promise<MovedRows> {
  const { dataDir, databaseUrl } = readConfig(env)
  return databaseUrl === undefined ? openSqliteRows(dataDir) : openPostgresRows(databaseUrl)
}

/** All rows of all tables, in the order of their keys. */
export async function rowsOf(env: Record<string, string>): Promise<Record<string, Row[]>> {
  const rows = await openRows(env)
  const found: Record<string, Row[]> = {}
  for (const table of listTables()) {
    found[table.name] = []
    for await (const part of rows.read(table)) found[table.name]?.push(...part)
  }
  await rows.close()
  return found
}

/** The triggers and the last ids of an SQLite database. */
export function sqliteStateOf(dir: string): unknown[] {
  return withDatabase(dir, (database) => [
    ...database.prepare(`select name, sql from sqlite_schema where type = 'trigger' order by name`).all(),
    ...database.prepare('select name, seq from sqlite_sequence where seq > 0 order by name').all(),
  ])
}

/** The last id that each table of an SQLite database has given. */
export function lastIdsOf(dir: string): Record<'photo' | 'turbine', number> {
  const all = withDatabase(dir, (database) =>
    database.prepare('select name, seq from sqlite_sequence').raw().all(),
  )
  return Object.fromEntries(all as [string, number][]) as Record<'photo' | 'turbine', number>
}

/** The names and the hashes of all files that belong to rows. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const place of ['files', 'derivatives', 'partial']) {
    for (const entry of await readdir(join(folder, place), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile())
        found[path.slice(folder.length)] = createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
    }
  }
  return found
}
