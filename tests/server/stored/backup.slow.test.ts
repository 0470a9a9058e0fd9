import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { LOCK_FILE } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { Outbox } from '#server/infrastructure/mail/outbox.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, uploadForm } from '../../support/builders.ts'
import {
  addTurbine,
  ServerProcess,
  signInAtProcess,
  signInWithTurbine,
} from '../../support/servers/server-process.ts'
import { canMount } from '../../support/servers/small-disk.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'
import { addBlockedPhotos, putReport, putThumbnail, runCommand, startCommand } from '../start/data-folder.ts'

let dir: string
/** The folder of the backup, which does not exist yet. */
let folder: string
let elsewhere: string
beforeEach(async () => {
  dir = await temporaryFolder()
  elsewhere = await temporaryFolder()
  folder = join(elsewhere, 'backups', 'tonight')
  onTestFinished(async () => {
    await rm(dir, { recursive: true })
    await rm(elsewhere, { recursive: true })
  })
})

type Headers = Awaited<ReturnType<typeof signInAtProcess>>

async function upload(origin: string, turbine: number, headers: Headers, files: Record<string, Uint8Array>) {
  const url = `${origin}/api/turbines/${turbine}/photos`
  const answer = await fetch(url, { method: 'POST', headers, body: uploadForm(files) })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: Photo[] }).data
}

async function listPhotos(origin: string, turbine: number, headers: Headers): Promise<Photo[]> {
  const answer = await fetch(`${origin}/api/turbines/${turbine}/photos?view=all`, { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Photo[] }).data
}

async function deletePhoto(origin: string, turbine: number, headers: Headers, { key }: Photo): Promise<void> {
  const url = `${origin}/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200)
}

async function contentsOf(path: string): Promise<string[]> {
  return (await readdir(path, { recursive: true })).sort()
}

/** Makes a data folder with a turbine. @returns the id of the turbine */
async function fillFolder(photos: Record<string, Uint8Array> = {}): Promise<number> {
  const testApp = await TestApp.open({ DATA_DIR: dir }, 'disk')
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const superadmin = await signInAs(testApp, 'superadmin')
  if (Object.keys(photos).length > 0) await superadmin.upload(turbine, photos)
  await testApp.close()
  await rm(testApp.dir, { recursive: true })
  return turbine
}

/** Like `fillFolder`, with everything that a server process makes. */
async function fillByServer(photos: Record<string, Uint8Array>): Promise<number> {
  const server = await ServerProcess.start(dir)
  const { headers, turbine } = await signInWithTurbine(server.origin)
  await upload(server.origin, turbine, headers, photos)
  await server.end('SIGTERM')
  return turbine
}

/** Adds photos whose files block their reader, so that the backup pauses. */
async function pauseBackup(turbine: number, content: Buffer) {
  const held = await addBlockedPhotos(dir, turbine, content)
  return {
    /** Resolves when the database is saved and the first files are being copied. */
    async reached() {
      const isThere = () => existsSync(join(folder, 'files', dirname(held[0]?.key ?? '')))
      await expect.poll(isThere).toBe(true)
    },
    /** Unblocks the files for all readers. */
    async answerReads() {
      for (const { path } of held) {
        const pipe = await open(path, 'r+')
        onTestFinished(() => pipe.close())
        await pipe.write('held')
      }
    },
    async unblock() {
      for (const { unblock } of held) await unblock()
    },
  }
}

it('saves a folder during uploads and deletions; a server on the backup serves the same photos after another sign-in', async () => {
  await using server = await ServerProcess.start(dir)
  const { origin } = server
  const headers = await signInAtProcess(origin)
  const [steady, busy, doomed] = [
    await addTurbine(origin, headers),
    await addTurbine(origin, headers),
    await addTurbine(origin, headers),
  ]
  const bytes = await jpeg({ width: 800, height: 600 })
  const names = (prefix: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}.jpg`, bytes]))
  const held = await pauseBackup(steady, bytes)
  await upload(origin, steady, headers, names('steady', 10))
  await upload(origin, doomed, headers, names('doomed', 10))

  // Two users upload photos without a pause, and delete every second one.
  let stopped = false
  const uploadsAndDeletions = Promise.all(
    ['x', 'y'].map(async (who) => {
      let changes = 0
      for (; !stopped; changes += 1) {
        const [first] = await upload(origin, busy, headers, names(`${who}${changes}-`, 2))
        if (first) await deletePhoto(origin, busy, headers, first)
      }
      return changes
    }),
  )
  uploadsAndDeletions.catch(() => {}) // It is awaited below. Without this, an earlier failure would be an unhandled rejection.

  const backup = startCommand('backup', dir, folder)
  await held.reached()
  // The database is saved, but none of the following photos yet.
  const [deleted] = await listPhotos(origin, steady, headers)
  if (deleted) await deletePhoto(origin, steady, headers, deleted)
  expect((await fetch(`${origin}/api/turbines/${doomed}`, { method: 'DELETE', headers })).status).toBe(200)
  await held.unblock()
  const { status, stdout, stderr } = await backup.ended
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^Saved .*: \d+ photos and reports, \d+ files, [\d.]+ MB, in [\d.]+ s\.\n\d+ were deleted/,
  )
  expect(Number(/(\d+) were deleted/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(11)

  expect(await runCommand('verify', dir)).toMatchObject({ status: 0, stderr: '' })
  stopped = true
  for (const changes of await uploadsAndDeletions) expect(changes).toBeGreaterThan(0)
  expect(await runCommand('verify', folder)).toMatchObject({ status: 0, stderr: '' })

  await using restored = await ServerProcess.start(folder)
  const refused = await fetch(`${restored.origin}/api/turbines`, { headers })
  expect(refused.status).toBe(401)
  const again = await signInAtProcess(restored.origin)
  const photos = await listPhotos(restored.origin, steady, again)
  expect(photos).toEqual(await listPhotos(origin, steady, headers))
  expect(photos.length).toBeGreaterThan(9)
  expect(await listPhotos(restored.origin, doomed, again)).toEqual([])
  photos.push(...(await listPhotos(restored.origin, busy, again)))
  for (const photo of photos) {
    for (const address of [photo.url, photo.thumb_url].filter((url) => url !== null)) {
      const answer = await fetch(restored.origin + address, { headers: again })
      expect(answer.status).toBe(200)
      const body = Buffer.from(await answer.arrayBuffer())
      const current = await fetch(origin + address, { headers })
      if (current.status === 200) expect(body.equals(Buffer.from(await current.arrayBuffer()))).toBe(true)
      if (address === photo.url && photo.size === bytes.length) expect(body.equals(bytes)).toBe(true)
    }
  }
})

it('makes a folder that only its owner and group can read, and does not change the data folder', async () => {
  const turbine = await fillByServer({ 'a.jpg': await jpeg() })
  await putThumbnail(dir, await putReport(dir, turbine, Buffer.from('%PDF-1.7')))
  await new Outbox(dir).keep(Buffer.from('a mail that nobody has sent yet'))
  const before = await contentsOf(dir)
  expect(await runCommand('backup', dir, folder)).toMatchObject({ status: 0, stderr: '' })
  // Only the day of the backup is noted.
  expect((await contentsOf(dir)).filter((name) => name !== 'last-backup')).toEqual(before)
  // The reserve only keeps disk space free. Secrets, and mails with passwords, are in no backup.
  const left = ['reserve', LOCK_FILE, 'token-secret', 'secrets', 'outbox']
  expect(await contentsOf(folder)).toEqual(before.filter((path) => !left.includes(path.split('/')[0] ?? '')))

  expect((await stat(folder)).mode & 0o777).toBe(0o750)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o750 : 0o640])
  }
})

it('lists damaged files, saves the rest, and exits with 1', async () => {
  const turbine = await fillFolder({ 'a.jpg': await jpeg(), 'b.jpg': await jpeg() })
  const lost = await putReport(dir, turbine, Buffer.from('%PDF-1.7 lost'))
  const torn = await putReport(dir, turbine, Buffer.from('%PDF-1.7 torn'))
  const good = await putReport(dir, turbine, Buffer.from('%PDF-1.7 good'))
  await rm(join(dir, 'files', lost))
  await writeFile(join(dir, 'files', torn), '%PDF-1.7 TORN')
  const { status, stdout, stderr } = await startCommand('backup', dir, folder).ended
  expect(status).toBe(1)
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    `missing-file        ${lost}`,
    `wrong-hash          ${torn}`,
  ])
  expect(stderr).toBe(`2 problems, as listed: ${dir} is damaged. The rest is saved.\n`)
  expect(await readFile(join(folder, 'files', good), 'utf8')).toBe('%PDF-1.7 good')

  // The backup has the same damage, and a server on it serves the rest.
  const verified = await runCommand('verify', folder)
  expect(verified.stdout.split('\n').slice(0, 2)).toEqual(stdout.split('\n').slice(0, 2))
})

describe('refuses with a sentence and changes nothing:', () => {
  const refusal = async (to: string) => {
    const before = await contentsOf(elsewhere)
    const own = await contentsOf(dir)
    const { status, stdout, stderr } = await runCommand('backup', dir, to)
    expect([status, stdout]).toEqual([1, ''])
    expect([await contentsOf(elsewhere), await contentsOf(dir)]).toEqual([before, own])
    return stderr
  }

  it('a folder that is not empty, and a file', async () => {
    await fillFolder()
    await writeFile(join(elsewhere, 'mine'), 'mine')
    expect(await refusal(elsewhere)).toBe(`${elsewhere} is not empty. A backup needs a folder of its own.\n`)
    expect(await refusal(join(elsewhere, 'mine'))).toBe(`${join(elsewhere, 'mine')} is not a folder.\n`)
    expect(await readFile(join(elsewhere, 'mine'), 'utf8')).toBe('mine')
  })

  it('a folder inside of the data folder or around it, also through symbolic links', async () => {
    await fillFolder()
    await symlink(dir, join(elsewhere, 'link'))
    for (const to of [dir, join(dir, 'backup'), dirname(dir), join(elsewhere, 'link', 'backup', 'new')]) {
      expect(await refusal(to)).toBe(
        `${to} and ${dir} contain one another. Choose a backup folder outside DATA_DIR.\n`,
      )
    }
  })

  it('a data folder without a database', async () => {
    expect(await refusal(folder)).toMatch(/^The database .*kanat\.db does not exist\. Check DATA_DIR\.\n$/)
  })

  it('a call without a folder or with several folders', async () => {
    expect((await runCommand('backup', dir)).stderr).toMatch(/^npm run backup -- FOLDER\n/)
    expect((await runCommand('backup', dir, folder, folder)).status).toBe(1)
  })
})

describe('an interrupted backup', () => {
  it('has no kanat.db after a kill, so that verify and a second backup refuse its folder', async () => {
    const held = await pauseBackup(await fillFolder(), Buffer.from('held'))
    const { child, ended } = startCommand('backup', dir, folder)
    await held.reached()
    child.kill('SIGKILL')
    await ended
    expect(await readdir(folder)).not.toContain('kanat.db')
    expect((await runCommand('verify', folder)).stderr).toMatch(/^The database .* does not exist/)
    expect((await runCommand('backup', dir, folder)).stderr).toMatch(/ is not empty\. /)
  })

  it('prints a message after Ctrl-C', async () => {
    const held = await pauseBackup(await fillFolder(), Buffer.from('held'))
    const { child, ended } = startCommand('backup', dir, folder)
    await held.reached()
    child.kill('SIGINT')
    // The process ends when its pending calls of the file system have returned.
    child.stderr?.once('data', () => void held.answerReads())
    expect(await ended).toEqual({
      status: 1,
      stdout: '',
      stderr: `Interrupted. The backup in ${folder} is incomplete: it has no kanat.db. Remove it.\n`,
    })
    expect(await readdir(folder)).not.toContain('kanat.db')
  })

  it.skipIf(!canMount)(
    'prints a message if the disk is full (skipped if no disk can be mounted)',
    async () => {
      const turbine = await fillFolder()
      for (let n = 0; n < 8; n += 1) await putReport(dir, turbine, Buffer.alloc(500_000, n))
      const disk = join(elsewhere, 'disk')
      await mkdir(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk])
      try {
        const { status, stderr } = await startCommand('backup', dir, join(disk, 'backup')).ended
        expect(status).toBe(1)
        expect(stderr).toMatch(/^The disk is full \(ENOSPC: .*\)\. The backup in .*backup is incomplete: /)
        expect(await readdir(join(disk, 'backup'))).not.toContain('kanat.db')
      } finally {
        execFileSync('umount', [disk])
      }
    },
  )
})
