import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import { jpeg, pdf, reportForm, uploadForm } from '../../support/builders.ts'
import { findOverstatement } from '../../support/figures/figures.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'
import { triesEveryCall } from './faults.ts'

/** The number of answers after which the server is killed: 1 to this number, one round for each. */
const KILLS = 7
const ROUNDS = triesEveryCall ? 3 * KILLS : KILLS
const UPLOADERS = 4
/** The last uploader sends reports, the others photos. */
const REPORTER = UPLOADERS - 1

setUpFolder('file')

it('keeps every acknowledged photo and report, and has no row without its file, after each of many kills', async () => {
  const bytes = await jpeg({ width: 800, height: 600 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const document = pdf(300_000)
  const acknowledged = new Map<string, string>()
  const reports = new Set<string>()
  let turbine: number | undefined
  let failed = 0

  for (let round = 0; round < ROUNDS; round += 1) {
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    turbine ??= await addTurbine(server.origin, headers)
    const url = `${server.origin}/api/turbines/${turbine}`

    // Several clients upload without a pause. The server is killed after a certain number of answers. The other uploads are then at different points.
    const killAt = 1 + (round % KILLS)
    let answers = 0
    await Promise.all(
      Array.from({ length: UPLOADERS }, async (_, uploader) => {
        for (let n = 0; ; n += 1) {
          const names = [`r${round}-u${uploader}-n${n}-a.jpg`, `r${round}-u${uploader}-n${n}-b.jpg`]
          try {
            if (uploader === REPORTER) {
              const body = reportForm({ 'a.pdf': document, 'b.pdf': document })
              const answer = await fetch(`${url}/reports`, { method: 'POST', headers, body })
              const { data } = (await answer.json()) as { data: Report[] }
              expect(answer.status).toBe(201)
              for (const report of data) reports.add(report.report_url)
            } else {
              const body = uploadForm(Object.fromEntries(names.map((name) => [name, bytes])))
              const answer = await fetch(`${url}/photos`, { method: 'POST', headers, body })
              const { data } = (await answer.json()) as { data: Photo[] }
              expect(answer.status).toBe(201)
              for (const photo of data) acknowledged.set(photo.originalName, photo.key)
            }
          } catch {
            failed += 1
            return
          }
          answers += 1
          if (answers === killAt) await server.end('SIGKILL')
        }
      }),
    )
  }
  expect(failed).toBe(ROUNDS * UPLOADERS)
  expect(acknowledged.size + reports.size).toBeGreaterThanOrEqual(ROUNDS * 2)
  expect(reports.size).toBeGreaterThan(0)

  const database = new SQLite(join(dir, 'kanat.db'))
  const rows = database.prepare('select key, original_name, sha256 from photo').all() as {
    key: string
    original_name: string
    sha256: string
  }[]
  const reportRows = database.prepare('select key, sha256, has_thumbnail from report').all() as {
    key: string
    sha256: string
    has_thumbnail: number
  }[]
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()

  const stored = new Map(rows.map((row) => [row.original_name, row.key]))
  for (const [name, key] of acknowledged) expect(stored.get(name)).toBe(key)
  for (const row of rows) {
    const file = await readFile(join(dir, 'files', row.key))
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256)
    expect(row.sha256).toBe(sha256)
    const derivatives = (await readdir(join(dir, 'derivatives', row.key, '..'))).filter((file) =>
      row.key.endsWith(file.replace(/\.(2560\.jpg|1280\.jpg|320\.webp)$/, '')),
    )
    expect(derivatives).toHaveLength(3)
  }

  expect(reportRows.map(({ key }) => `/media/${key}`)).toEqual(expect.arrayContaining([...reports]))
  for (const row of reportRows) {
    const file = await readFile(join(dir, 'files', row.key))
    expect(createHash('sha256').update(file).digest('hex')).toBe(row.sha256)
    expect(file.equals(document)).toBe(true)
    expect(row.has_thumbnail).toBe(1)
    expect((await stat(join(dir, 'derivatives', `${row.key}.320.webp`))).size).toBeGreaterThan(0)
  }

  // Afterwards the server serves all kept files.
  await using server = await ServerProcess.start(dir)
  const headers = await signInAtProcess(server.origin)
  const answer = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, { headers })
  expect(((await answer.json()) as { data: Photo[] }).data).toHaveLength(rows.length)
  // Some runs have more rounds.
  const counted = { id: 'killed_servers', value: KILLS, unit: 'count', of: UPLOADERS } as const
  expect(findOverstatement({ ...counted, test: 'tests/server/faults/killed.slow.test.ts' })).toBeUndefined()
})
