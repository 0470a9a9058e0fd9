import { copyFile, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runMaintenance } from '#server/start/maintenance.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { TestApp } from '../../support/test-app.ts'
import { runCommand, runCommandWith, startCommand, startCommandWith } from '../start/data-folder.ts'

setUpFolder('test')

const DATABASE_FILES = ['kanat.db', 'kanat.db-wal', 'kanat.db-shm']
const run = (...args: string[]) => runCommandWith({ MIN_FREE_MB: '0' }, 'sweep', dir, ...args)

/** Uploads photos and stops. */
async function fill(photos: number): Promise<void> {
  await whileServed(async (testApp) => {
    const turbine = await makeTurbine(testApp, { company_id: 999 })
    const superadmin = await signInAs(testApp, 'superadmin')
    const bytes = await jpeg()
    for (let n = 0; n < photos; n += 1)
      expect((await superadmin.upload(turbine, { [`${n}.jpg`]: bytes })).status).toBe(201)
  })
}

/** Serves the folder in this process during `work`. */
async function whileServed(work: (testApp: TestApp) => Promise<unknown>): Promise<void> {
  const testApp = await TestApp.open({ DATA_DIR: dir }, 'disk')
  await work(testApp)
  await testApp.close()
  await rm(testApp.dir, { recursive: true })
}

/** The stored files. */
async function files(): Promise<string[]> {
  const found: string[] = []
  for (const place of ['files', 'derivatives']) {
    for (const entry of await readdir(join(dir, place), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(dir.length + 1))
    }
  }
  return found.sort()
}

async function makeOld(): Promise<void> {
  const time = new Date(Date.now() - 50 * 60 * 60 * 1000)
  for (const name of await files()) await utimes(join(dir, name), time, time)
}

async function waitForMaintenance(server: ServerProcess): Promise<void> {
  const done = async () => {
    const text = await (await fetch(`${server.origin}/metrics`)).text()
    return Number(/^kanat_upkeep_success_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  }
  await expect.poll(done).toBeGreaterThan(0)
}

describe('a start without the database', () => {
  it('deletes no file, says so in log and health, and no command removes any before the operator binds them', async () => {
    await fill(2)
    await makeOld()
    const before = await files()
    for (const name of DATABASE_FILES) await rm(join(dir, name), { force: true })
    await using server = await ServerProcess.start(dir)
    await waitForMaintenance(server)
    expect(await files()).toEqual(before)
    expect(server.output).toContain('its files belong to another database')
    const health = async () => (await fetch(`${server.origin}/api/health`)).json()
    expect(await health()).toEqual({ success: true, status: 'ok', warnings: ['installation'] })

    for (const args of [[], ['--confirm']]) {
      expect(await run(...args)).toMatchObject({ status: 1, stdout: expect.stringContaining('--bind') })
      expect(await files()).toEqual(before)
    }
    expect(await run('--bind')).toMatchObject({ status: 0 })
    expect(await run()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(new RegExp(`${before[0]}\n[\\s\\S]*8 files \\(.*\\) without a row`)),
    })
    expect(await files()).toEqual(before)
    const confirmed = await startCommandWith({ MIN_FREE_MB: '0' }, 'sweep', dir, '--confirm').ended
    expect(confirmed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^8 files .* removed/) })
    expect(await files()).toEqual([])
    await expect.poll(health).toEqual({ success: true, status: 'ok' })
  })

  it('is no harm when the right database comes back', async () => {
    await fill(1)
    await makeOld()
    const before = await files()
    await copyFile(join(dir, 'kanat.db'), join(dir, 'saved'))
    await rm(join(dir, 'kanat.db'))
    await whileServed(({ services }) => runMaintenance(services))
    await copyFile(join(dir, 'saved'), join(dir, 'kanat.db'))
    await whileServed(async ({ app, services }) => {
      await runMaintenance(services)
      expect(await files()).toEqual(before)
      const { status, warnings = [] } = (await (await app.request('/api/health')).json()) as {
        status: string
        warnings?: string[]
      }
      expect(status).toBe('ok')
      // A busy machine is not what this is about.
      expect(warnings.filter((warning) => warning !== 'event_loop')).toEqual([])
    })
    expect(await runCommand('verify', dir)).toMatchObject({ status: 0 })
  })
})

it('keeps the files that are newer than a restored database, and lists them', async () => {
  await fill(1)
  await copyFile(join(dir, 'kanat.db'), join(dir, 'saved'))
  await fill(1)
  await makeOld()
  const before = await files()
  await rm(join(dir, 'kanat.db'))
  await copyFile(join(dir, 'saved'), join(dir, 'kanat.db'))
  await whileServed(({ services }) => runMaintenance(services))
  expect(await files()).toEqual(before)
  expect(await run()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\n4 files .* without a row/),
  })
})

it('compares nothing if database and files are of two installations', async () => {
  await fill(1)
  await rm(join(dir, 'kanat.db'))
  await whileServed(async () => {})
  expect(await runCommand('verify', dir)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `The files in ${dir} and the database ${dir} are of two installations and cannot be compared.\n`,
  })
})

it('makes no database for a command, and explains itself', async () => {
  expect(await startCommand('sweep', dir).ended).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/The database .* does not exist/),
  })
  for (const args of [['--all'], ['--confirm', '--bind']]) {
    expect(await run(...args)).toMatchObject({
      stderr: expect.stringContaining('npm run sweep -- --confirm'),
    })
  }
  expect(await readdir(dir)).toEqual([])
})
