import { execFileSync } from 'node:child_process'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { Caller } from '../calls/caller.ts'
import { canInjectFaults, Faults } from '../faults/faults.ts'
import { withDatabase } from './data-folder.ts'

/** Longer than the server keeps the result of a check. */
const SOON = { interval: 200 }

interface Answer {
  status: number
  body: {
    success: boolean
    status?: string
    error?: string
    message?: string
    checks?: string[]
    warnings?: string[]
  }
}

/** The health without the warning that the process was too busy: so may be the machine of the tests. */
async function readHealth(origin: string): Promise<Answer> {
  const answer = await fetch(`${origin}/api/health`)
  const { warnings = [], ...body } = (await answer.json()) as Answer['body']
  const own = warnings.filter((warning) => warning !== 'event_loop')
  return { status: answer.status, body: own.length > 0 ? { ...body, warnings: own } : body }
}

function failedHealth(...checks: string[]): Answer {
  const message = 'Sunucuda bir sorun var. Nedeni sunucu günlüğünde yazıyor.'
  return { status: 503, body: { success: false, error: 'unhealthy', message, checks } }
}

const HEALTHY: Answer = { status: 200, body: { success: true, status: 'ok' } }

/** The log lines of failed checks. */
function failureLines(server: ServerProcess): { check: string; err: { message: string } }[] {
  const lines = server.output.split('\n').filter((line) => line.includes('"a check fails"'))
  return lines.map((line) => JSON.parse(line) as { check: string; err: { message: string } })
}

/** The time of the last successful maintenance, in seconds since 1970; 0 before the first one. */
async function maintenanceDone(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^kanat_upkeep_success_timestamp_seconds (\S+)$/m.exec(text)?.[1])
}

/** Overwrites the first page of a table. */
async function damageTable(dataDir: string, table: string): Promise<void> {
  const { page, size } = withDatabase(dataDir, (database) => ({
    page: database.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number,
    size: database.pragma('page_size', { simple: true }) as number,
  }))
  await using file = await open(join(dataDir, 'kanat.db'), 'r+')
  await file.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size)
}

describe('health', () => {
  let dir: string
  beforeEach(async () => {
    dir = await temporaryFolder()
  })
  afterEach(() => rm(dir, { recursive: true }))

  it('is ok if all checks pass, also in the metrics', async () => {
    await using server = await ServerProcess.start(dir)
    expect(await readHealth(server.origin)).toEqual(HEALTHY)
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    for (const check of ['data_folder', 'disk_space', 'database'])
      expect(metrics).toContain(`kanat_check_success{check="${check}"} 1`)
  })

  it('names a missing data folder, and one that was replaced after the start', async () => {
    const data = join(dir, 'data')
    await using server = await ServerProcess.start(data)
    expect(await readHealth(server.origin)).toEqual(HEALTHY)
    await rename(data, join(dir, 'elsewhere'))
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(failedHealth('data_folder'))
    for (const folder of ['', 'files', 'derivatives', 'incoming', 'partial']) await mkdir(join(data, folder))
    expect(await readHealth(server.origin)).toEqual(failedHealth('data_folder'))
    await rm(data, { recursive: true })
    await rename(join(dir, 'elsewhere'), data)
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(HEALTHY)
    expect(failureLines(server)).toMatchObject([
      { check: 'data_folder', err: { message: expect.stringContaining('ENOENT') } },
    ])
  })

  it('names a database with a damaged page soon after the start', async () => {
    await (await ServerProcess.start(dir)).end('SIGTERM')
    await damageTable(dir, 'user')
    await using server = await ServerProcess.start(dir)
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(failedHealth('database'))
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    expect(metrics).toContain('kanat_check_success{check="database"} 0')
    expect(failureLines(server)).toHaveLength(1)
  })

  it('names a database after a query has read a damaged page', async () => {
    await (await ServerProcess.start(dir)).end('SIGTERM')
    await using server = await ServerProcess.start(dir)
    const caller = await Caller.signIn(server.origin)
    await expect.poll(() => maintenanceDone(server.origin), SOON).toBeGreaterThan(0)
    await damageTable(dir, 'turbine')
    expect((await readHealth(server.origin)).status).toBe(200)
    expect((await caller.call('GET', '/turbines')).status).toBe(500)
    expect(await readHealth(server.origin)).toEqual(failedHealth('database'))
  })

  it.skipIf(!canInjectFaults)('does not write at each request (skipped without a C compiler)', async () => {
    await using faults = await Faults.prepare(dir)
    await using server = await ServerProcess.start(dir, faults.env)
    await expect.poll(() => maintenanceDone(server.origin), SOON).toBeGreaterThan(0)
    await readHealth(server.origin)
    faults.arm({ action: 'count' })
    for (let n = 0; n < 100; n += 1) expect(await readHealth(server.origin)).toEqual(HEALTHY)
    expect(faults.seen).toBeLessThan(50)
  })
})

describe.skipIf(!canMount)('health on a separate disk (skipped if no disk can be mounted)', () => {
  it('names a read-only folder, once in the log, and is ok again afterwards', async () => {
    await using disk = await SmallDisk.mount(8)
    await using server = await ServerProcess.start(disk.path)
    expect(await readHealth(server.origin)).toEqual(HEALTHY)
    await disk.makeReadOnly()
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(failedHealth('disk_writable'))
    for (let n = 0; n < 20; n += 1) await readHealth(server.origin)
    disk.makeWritable()
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(HEALTHY)
    expect(failureLines(server)).toMatchObject([
      { check: 'disk_writable', err: { message: expect.stringContaining('EROFS') } },
    ])
    expect(server.output).not.toContain('"path":"/api/health"')
  })

  it('names a full disk', async () => {
    await using disk = await SmallDisk.mount(8)
    await using server = await ServerProcess.start(disk.path)
    expect(await readHealth(server.origin)).toEqual(HEALTHY)
    // The maintenance after the start frees space.
    await expect.poll(() => maintenanceDone(server.origin), SOON).toBeGreaterThan(0)
    disk.fill()
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(failedHealth('disk_space'))
    await disk.empty()
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(HEALTHY)
    expect(failureLines(server)).toMatchObject([{ check: 'disk_space' }])
  })

  it('names a folder whose disk is no longer mounted', async () => {
    await using disk = await SmallDisk.mount(8)
    await using server = await ServerProcess.start(disk.path)
    expect(await readHealth(server.origin)).toEqual(HEALTHY)
    execFileSync('umount', ['-l', disk.path])
    await expect.poll(() => readHealth(server.origin), SOON).toEqual(failedHealth('data_folder'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk.path])
    expect(await readHealth(server.origin)).toEqual(failedHealth('data_folder'))
  })
})
