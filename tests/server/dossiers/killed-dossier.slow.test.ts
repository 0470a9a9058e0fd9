import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import { commandsOf, isProven, unpack } from '../../support/dossier-setup.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { Caller } from '../calls/caller.ts'

const YEAR = 2026
const FILES = 6
/** Bytes of each: reading them takes long enough to be killed in between. */
const FILE_BYTES = 8 * 1024 * 1024
/** At which progress of the dossier the server is killed, in turn: when it is ordered, at the beginning, in the middle, near the end. */
const KILLED_AT = [0, 0.01, 0.4, 0.8] as const

let folder: string
setUpFolder('file')
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => rm(folder, { recursive: true }))

/** Adds photos and publishes the inspection; waits until its reports are there, because they are files, too. */
async function prepare(server: ServerProcess): Promise<number> {
  const turbine = await addTurbine(server.origin, await signInAtProcess(server.origin))
  const caller = await Caller.signIn(server.origin)
  const form = new FormData()
  const fields = { room: '1', year: String(YEAR), blade: 'A' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (let file = 0; file < FILES; file += 1) {
    const bytes = pointCloud(new Uint8Array(FILE_BYTES).fill(file))
    form.append('photos', new Blob([new Uint8Array(bytes)]), `cloud-${file}.pcd`)
  }
  await caller.made(`/turbines/${turbine}/photos`, form)
  const path = `/turbines/${turbine}/inspections/${YEAR}`
  const { data } = await caller.call<Inspection>('GET', path)
  const draft = { to: 'published', revision: data.revision, reason: 'Sis' }
  expect((await caller.call('POST', `${path}/transitions`, draft)).status).toBe(200)
  await vi.waitFor(
    async () => {
      const jobs = await caller.call<object[]>('GET', `/turbines/${turbine}/report-jobs`)
      expect(jobs.data).toEqual([])
      // The last report is made a moment before its files are removed from the incoming folder.
      expect((await storedFiles()).filter((file) => file.startsWith(join(dir, 'incoming')))).toEqual([])
    },
    { interval: 50 },
  )
  return turbine
}

/** The files of the store and what is on its way into it. */
async function storedFiles(): Promise<string[]> {
  const found: string[] = []
  for (const part of ['files', 'incoming']) {
    const entries = await readdir(join(dir, part), { recursive: true, withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) found.push(join(entry.parentPath, entry.name))
  }
  return found.sort()
}

it('prepares a dossier to its end after the server was killed meanwhile, wherever it was, and leaves nothing in the store', async () => {
  let turbine: number | undefined
  let stored: string[] = []
  let interrupted = 0
  for (const [index, killedAt] of KILLED_AT.entries()) {
    let jobId = 0
    {
      await using server = await ServerProcess.start(dir)
      if (turbine === undefined) {
        turbine = await prepare(server)
        stored = await storedFiles()
      }
      const caller = await Caller.signIn(server.origin)
      const order = await caller.call<DossierJob>('POST', `/turbines/${turbine}/inspections/${YEAR}/dossier`)
      expect(order.status).toBe(202)
      jobId = order.data.id
      let last = order.data
      while (isUnfinished(last) && last.progress < killedAt)
        last = (await caller.call<DossierJob>('GET', `/turbines/${turbine}/dossier-jobs/${jobId}`)).data
      if (isUnfinished(last)) interrupted += 1
      await server.end('SIGKILL')
    }
    await using server = await ServerProcess.start(dir)
    const caller = await Caller.signIn(server.origin)
    const job = await vi.waitFor(
      async () => {
        const { data } = await caller.call<DossierJob>('GET', `/turbines/${turbine}/dossier-jobs/${jobId}`)
        expect(isUnfinished(data)).toBe(false)
        return data
      },
      { interval: 50 },
    )
    expect(job).toMatchObject({ state: 'done', progress: 1, version: 1 })
    const answer = await fetch(server.origin + job.url, {
      headers: { Authorization: `Bearer ${caller.token}` },
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length).toBe(job.size)
    const zip = join(folder, `${index}.zip`)
    await writeFile(zip, bytes)
    const unpacked = await unpack(zip, join(folder, String(index)))
    expect(await readdir(join(unpacked, 'photos'))).toHaveLength(FILES)
    expect(await readdir(join(unpacked, 'reports'))).toHaveLength(2)
    expect(await isProven(unpacked, await commandsOf(unpacked))).toBe(true)
    // The server may still be closing what it has sent.
    await expect.poll(storedFiles).toEqual(stored)
    await rm(unpacked, { recursive: true })
    await rm(zip)
  }
  // Otherwise the test would have tried less than it says.
  expect(interrupted).toBeGreaterThanOrEqual(2)
})
