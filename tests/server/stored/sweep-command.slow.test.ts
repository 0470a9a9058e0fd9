import { copyFile, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DiskTrash } from '#server/infrastructure/store/disk/disk-trash.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { TestApp } from '../../support/test-app.ts'
import { canInjectFaults, Faults } from '../faults/faults.ts'
import { runCommand, runCommandWith, startCommand, startCommandWith } from '../start/data-folder.ts'

setUpFolder('test')

const run = (name: 'sweep' | 'restore-swept', ...args: string[]) =>
  runCommandWith({ MIN_FREE_MB: '0' }, name, dir, ...args)

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
async function files(folder = dir): Promise<string[]> {
  const found: string[] = []
  for (const place of ['files', 'derivatives']) {
    for (const entry of await readdir(join(folder, place), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(folder.length + 1))
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
  it('deletes no file, says so in log and health, and the sweep can be confirmed while the server runs', async () => {
    await fill(2)
    await makeOld()
    const before = await files()
    for (const name of ['kanat.db', 'kanat.db-wal', 'kanat.db-shm']) {
      await copyFile(join(dir, name), join(dir, `${name}.copy`)).catch(() => {})
      await rm(join(dir, name), { force: true })
    }
    await using server = await ServerProcess.start(dir)
    await waitForMaintenance(server)
    expect(await files()).toEqual(before)
    expect(server.output).toContain('its files belong to another database')
    const health = async () => (await fetch(`${server.origin}/api/health`)).json()
    expect(await health()).toEqual({ success: true, status: 'ok', warnings: ['installation'] })

    const shown = await run('sweep')
    expect(shown).toMatchObject({ status: 1, stdout: expect.stringContaining('8 of 8 files have no row') })
    expect(await files()).toEqual(before)
    const confirmed = await startCommandWith({ MIN_FREE_MB: '0' }, 'sweep', dir, '--confirm').ended
    expect(confirmed).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('8 files are in the trash'),
    })
    expect(await files()).toEqual([])
    await expect.poll(health).toEqual({ success: true, status: 'ok' })

    const later = await run('restore-swept', '--since', '2100-01-01')
    expect(later).toMatchObject({ status: 0, stdout: `0 files are back in ${dir}.\n` })
    expect(await run('restore-swept')).toMatchObject({ status: 0, stdout: `8 files are back in ${dir}.\n` })
    expect(await files()).toEqual(before)
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

it('takes the files that are newer than a restored database, and gives them back', async () => {
  await fill(1)
  await copyFile(join(dir, 'kanat.db'), join(dir, 'saved'))
  await fill(1)
  await makeOld()
  const before = await files()
  await rm(join(dir, 'kanat.db'))
  await copyFile(join(dir, 'saved'), join(dir, 'kanat.db'))
  await whileServed(({ services }) => runMaintenance(services))
  expect(await files()).toHaveLength(before.length / 2)
  expect(await run('restore-swept')).toMatchObject({ stdout: `4 files are back in ${dir}.\n` })
  expect(await files()).toEqual(before)
})

it('compares nothing if database and files are of two installations', async () => {
  await fill(1)
  await rm(join(dir, 'kanat.db'))
  await whileServed(async () => {})
  expect(await runCommand('verify', dir)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `The files in ${dir} and the database ${dir} are of two installations, so they are not compared.\n`,
  })
})

it('makes no database for a command, and explains itself', async () => {
  expect(await startCommand('sweep', dir).ended).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no database'),
  })
  expect(await run('sweep', '--all')).toMatchObject({
    stderr: expect.stringContaining('npm run sweep -- --confirm'),
  })
  expect(await run('restore-swept', '--since', 'yesterday')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--since 2026-11-20'),
  })
  expect(await readdir(dir)).toEqual([])
})

describe.skipIf(!canInjectFaults)('a kill (skipped without a C compiler on Linux)', () => {
  it('loses no file, at whichever system call it ends the sweep or the restoring', async () => {
    await fill(1)
    await makeOld()
    const before = await files()
    for (const name of ['kanat.db', 'kanat.db-wal', 'kanat.db-shm'])
      await rm(join(dir, name), { force: true })
    await whileServed(async () => {})
    for (const [name, ...args] of [['sweep', '--confirm'], ['restore-swept']] as const) {
      await using faults = await Faults.prepare(dir)
      faults.arm({ action: 'copyBefore', kinds: ['write', 'rename', 'remove'] })
      expect(await startCommandWith({ ...faults.env }, name, dir, ...args).ended).toMatchObject({ status: 0 })
      const copies = await readdir(faults.copies)
      expect(copies.length).toBeGreaterThanOrEqual(before.length)
      for (const copy of copies) {
        const folder = join(faults.copies, copy)
        await new DiskTrash(folder).restore(new Date(0))
        expect([name, copy, await files(folder)]).toEqual([name, copy, before])
      }
    }
    expect(await files()).toEqual(before)
  })
})
