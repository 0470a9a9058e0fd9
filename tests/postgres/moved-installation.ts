/** An installation with rows in every important table and all kinds of files, and ways to compare it with another one. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { readConfig } from '#server/config.ts'
import type { Row } from '#server/database/moved-rows.ts'
import { openMovedRows } from '#server/database/open-moved-database.ts'
import { listTables } from '#server/database/tables.ts'
import { move } from '#server/move/move.ts'
import { type MoveTargets, planMove } from '#server/move/move-plan.ts'
import { jpeg, makeCompany, makeTurbine, pdf, readUpload, reportForm, signInAs } from '../builders.ts'
import { TestApp, temporaryFolder } from '../test-app.ts'
import { UploadInParts } from '../tus-requests.ts'

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

/** Three photos of which one is deleted, a report, a comment and an unfinished upload. */
export async function makeInstallation(): Promise<Installation> {
  const testApp = await TestApp.open({ DATABASE_URL: '' }, 'disk')
  const turbine = await makeTurbine(testApp, { company_id: await makeCompany(testApp), blade_length: 61 })
  const superadmin = await signInAs(testApp, 'superadmin')
  const bytes = await jpeg()
  const { data } = await readUpload(
    await superadmin.upload(turbine, { 'a.jpg': bytes, 'b.jpg': bytes, 'c.jpg': bytes }),
  )
  const deleted = data.pop()
  await superadmin.send(
    'DELETE',
    `/api/turbines/${turbine}/photos?key=${encodeURIComponent(deleted?.key ?? '')}`,
  )
  await superadmin.send('POST', `/api/turbines/${turbine}/reports`, reportForm({ 'r.pdf': pdf() }))
  await superadmin.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'Çatlak "A" \\ kanadında' })
  const upload = await UploadInParts.begin(superadmin.send.bind(superadmin), turbine, 'large.jpg', 900)
  await upload.part(new Uint8Array(500).fill(7), 0)
  await testApp.close()
  const { token, cookie } = superadmin
  return { dir: testApp.dir, turbine, keys: data.map(({ key }) => key), token, cookie }
}

/** A copy of the installation, which the test can change. */
export async function copyOf({ dir }: Installation): Promise<{ dir: string } & AsyncDisposable> {
  const copy = await temporaryFolder()
  await cp(dir, copy, { recursive: true })
  return { dir: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true }) }
}

/** Moves in this process. @returns the lines and the problems */
export async function runMove(env: Record<string, string>, targets: MoveTargets) {
  const lines: string[] = []
  const problems = await move(planMove(env, targets), {
    line: (text) => lines.push(text.replace(/, in \d+\.\d s\.$/, '.')),
    progress() {},
  })
  return { lines, problems }
}

/** All rows of all tables, in the order of their keys. */
export async function rowsOf(env: Record<string, string>): Promise<Record<string, Row[]>> {
  const rows = await openMovedRows(readConfig(env))
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
  const connection = new SQLite(join(dir, 'kanat.db'), { readonly: true })
  const state = [
    ...connection.prepare(`select name, sql from sqlite_schema where type = 'trigger' order by name`).all(),
    ...connection.prepare('select name, seq from sqlite_sequence where seq > 0 order by name').all(),
  ]
  connection.close()
  return state
}
