import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, readUpload } from '../../support/builders.ts'
import { canMount } from '../../support/servers/small-disk.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'
import {
  addBlockedPhotos,
  insertPointCloudRow,
  insertReportRow,
  putReport,
  putThumbnail,
  runCommand,
  startCommand,
  withDatabase,
} from '../start/data-folder.ts'

const PCD = `VERSION .7
FIELDS x y z
SIZE 4 4 4
TYPE F F F
COUNT 1 1 1
WIDTH 1
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS 1
DATA ascii
1 2 3
`

/** A data folder of a stopped server with eight images, a point cloud and a report. Each test uses a copy. */
let original: string
let photos: Photo[]
let cloud: Photo
let report: string
let turbine: number
let dir: string

beforeAll(async () => {
  original = await temporaryFolder()
  await using testApp = await TestApp.open()
  turbine = await makeTurbine(testApp, { company_id: 999 })
  const names = Array.from({ length: 8 }, (_, index) => `p${index}.jpg`)
  const bytes = await jpeg()
  const superadmin = await signInAs(testApp, 'superadmin')
  const pictures = Object.fromEntries(names.map((name) => [name, bytes]))
  const { data } = await readUpload(
    await superadmin.upload(turbine, { ...pictures, 'c.pcd': Buffer.from(PCD) }),
  )
  photos = data.filter(({ width }) => width !== null)
  cloud = data.find(({ width }) => width === null) as Photo
  report = await putReport(testApp.dir, turbine, Buffer.from('%PDF-1.7 whole'))
  withDatabase(testApp.dir, (database) => database.pragma('wal_checkpoint(TRUNCATE)'))
  await cp(testApp.dir, original, { recursive: true, filter: (path) => !/-(?:wal|shm)$/.test(path) })
})
afterAll(() => rm(original, { recursive: true }))

beforeEach(async ({ onTestFinished }) => {
  dir = await temporaryFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await cp(original, dir, { recursive: true })
})

const key = (index: number) => photos[index]?.key as string
const file = (of: string) => join(dir, 'files', of)
const derivative = (of: string, variant: string) => join(dir, 'derivatives', `${of}.${variant}`)

/** The lines that `verify` prints, with single spaces. */
async function problems(
  ended = runCommand('verify', dir),
): Promise<{ status: number | null; lines: string[]; summary: string }> {
  const { status, stdout } = await ended
  const lines = stdout.trimEnd().split('\n')
  const summary = lines.pop() as string
  return { status, lines: lines.map((line) => line.replace(/ +/, ' ')), summary }
}

it('prints one line for a complete folder, and does not change it', async () => {
  const before = await readdir(dir, { recursive: true })
  const { status, lines, summary } = await problems(startCommand('verify', dir).ended)
  expect([status, lines]).toEqual([0, []])
  expect(summary).toMatch(
    / is complete: 10 photos and reports, 0 sealed versions of inspections, .* MB, in .* s\.$/,
  )
  expect(await readdir(dir, { recursive: true })).toEqual(before)
})

it('finds every kind of damaged files, prints a line for each, and exits with 1', async () => {
  await rm(file(key(0)))
  const flipped = await readFile(file(key(1)))
  flipped[100] = (flipped[100] as number) ^ 1
  await writeFile(file(key(1)), flipped)
  await truncate(file(key(2)), 1000)
  await rm(derivative(key(3), '1280.jpg'))
  await truncate(derivative(key(4), '320.webp'), 0)
  await rename(file(key(5)), `${file(key(5))}.elsewhere`)
  await rm(file(key(6)))
  await mkdir(file(key(6)))
  await rm(file(report))
  const missing = insertReportRow(dir, turbine, Buffer.from('never written'))
  await mkdir(file('turbines/77/photos'), { recursive: true })
  await writeFile(file('turbines/77/photos/2-b-stray.jpg'), 'stray')
  await writeFile(derivative(`${key(7)}.gone`, '320.webp'), 'stray')
  await writeFile(derivative(cloud.key, '320.webp'), 'a point cloud has no derivatives')
  await writeFile(join(dir, 'derivatives', key(7)), 'a file without the name of a variant')

  const { status, lines, summary } = await problems(startCommand('verify', dir).ended)
  expect(status).toBe(1)
  expect(lines).toEqual(
    [
      `missing-file ${key(0)}`,
      `wrong-hash ${key(1)}`,
      `wrong-size ${key(2)}`,
      `missing-derivative ${key(3)}.1280.jpg`,
      `missing-derivative ${key(4)}.320.webp`,
      `missing-file ${key(5)}`,
      `stray-file files/${key(5)}.elsewhere`,
      `unreadable-file ${key(6)}`,
      `missing-file ${report}`,
      `missing-file ${missing}`,
      'stray-file files/turbines/77/photos/2-b-stray.jpg',
      `stray-file derivatives/${key(7)}.gone.320.webp`,
      `stray-file derivatives/${cloud.key}.320.webp`,
      `stray-file derivatives/${key(7)}`,
    ].sort(),
  )
  expect(summary).toMatch(/ is damaged, 14 problems: 11 photos and reports, /)
})

it('accepts the thumbnails of reports, and lists a missing one', async () => {
  await putThumbnail(dir, report)
  expect(await problems()).toMatchObject({ status: 0, lines: [] })
  await rename(derivative(report, '320.webp'), derivative(report, '1280.jpg'))
  expect(await problems()).toMatchObject({
    status: 1,
    lines: [`missing-derivative ${report}.320.webp`, `stray-file derivatives/${report}.1280.jpg`],
  })
})

it('checks a database of a version that had no thumbnails of reports', async () => {
  withDatabase(dir, (database) => database.exec('alter table report drop column has_thumbnail'))
  expect(await problems()).toMatchObject({ status: 0, lines: [] })
})

it('does not report the missing files of a deletion that is running', async () => {
  const content = Buffer.from(PCD)
  const [deleted, lost] = [0, 1].map(() => insertPointCloudRow(dir, turbine, content))
  const held = await addBlockedPhotos(dir, turbine, content)
  // A process of its own, because its reads wait in all threads that a process has for files.
  const verifying = problems(startCommand('verify', dir).ended)
  // Four files are checked at once, so both rows were checked without their files when the sixth file is read.
  for (const { unblock } of held.slice(0, 4)) await unblock()
  withDatabase(dir, (database) => database.prepare('delete from photo where key = ?').run(deleted))
  for (const { unblock } of held.slice(4)) await unblock()
  expect(await verifying).toMatchObject({ status: 1, lines: [`missing-file ${lost}`] })
})

it('finds rows whose parent is missing', async () => {
  withDatabase(dir, (database) => {
    database.pragma('foreign_keys = OFF')
    database.prepare('update report set turbine_id = 4711').run()
  })
  const { status, lines } = await problems()
  expect([status, lines]).toEqual([1, ['orphan-row report 1: its turbine is gone']])
})

it('finds a damaged database, and a file that is not a database', async () => {
  const path = join(dir, 'kanat.db')
  const bytes = await readFile(path)
  await writeFile(path, Buffer.from(bytes).fill(7, 3 * 4096, 12 * 4096))
  const torn = await problems()
  expect(torn.status).toBe(1)
  expect(torn.lines.length).toBeGreaterThan(0)
  for (const line of torn.lines) expect(line).toMatch(/^damaged-database /)

  await writeFile(path, Buffer.from(bytes).fill(7, 0, 4096))
  expect(await problems()).toMatchObject({ status: 1, lines: ['damaged-database file is not a database'] })
})

it('prints a sentence if the database is missing, and does not make one', async () => {
  await rm(join(dir, 'kanat.db'))
  const before = await readdir(dir)
  const { status, stdout, stderr } = await runCommand('verify', dir)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(`The database ${dir}/kanat.db does not exist. Check DATA_DIR.\n`)
  expect(await readdir(dir)).toEqual(before)
})

it.skipIf(!canMount)('checks a folder on read-only media (skipped if no disk can be mounted)', async () => {
  const mounted = await temporaryFolder()
  execFileSync('mount', ['--bind', dir, mounted])
  try {
    execFileSync('mount', ['-o', 'remount,ro,bind', mounted])
    expect(await runCommand('verify', mounted)).toMatchObject({ status: 0, stderr: '' })
  } finally {
    execFileSync('umount', [mounted])
    await rm(mounted, { recursive: true })
  }
})
