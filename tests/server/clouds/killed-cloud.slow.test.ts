import { randomFillSync } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInAtProcess, signInWithTurbine } from '../../support/servers/server-process.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'

/** Enough that a test can act while the archive is made. */
const POINTS = 1_000_000
const RECORD_BYTES = 6
const ARCHIVE_BYTES_MIN = POINTS * 16

setUpFolder('test')

function cloud(): Buffer {
  const head = `VERSION 0.7\nFIELDS x y z\nSIZE 2 2 2\nTYPE U U U\nPOINTS ${POINTS}\nDATA binary\n`
  return Buffer.concat([Buffer.from(head), randomFillSync(Buffer.alloc(POINTS * RECORD_BYTES))])
}

async function uploadTo(server: ServerProcess) {
  // Made before anything is sent: it takes longer than a server keeps an idle connection on a busy machine.
  const body = uploadForm({ 'a.pcd': cloud() })
  const { headers, turbine } = await signInWithTurbine(server.origin)
  const answer = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
    method: 'POST',
    headers,
    body,
  })
  const { data } = (await answer.json()) as { data: [Photo] }
  return { turbine, photo: data[0], headers }
}

/** The sizes of all archives. */
async function archives(): Promise<number[]> {
  const names = await readdir(join(dir, 'derivatives'), { recursive: true })
  const paths = names.filter((name) => name.endsWith('.cloud.bin'))
  return Promise.all(paths.map(async (path) => (await stat(join(dir, 'derivatives', path))).size))
}

/** True while a worker writes an archive. Its incomingFolder then has a second file after the original. */
const isMaking = async () =>
  (await readdir(join(dir, 'incoming'), { recursive: true })).some((name) => name.endsWith('/2'))

it('a kill leaves no half of an archive, which is made after the next start', async () => {
  await using server = await ServerProcess.start(dir)
  const { turbine, photo } = await uploadTo(server)
  await expect.poll(isMaking, { interval: 5 }).toBe(true)
  await server.end('SIGKILL')
  expect(await archives()).toEqual([])

  await using next = await ServerProcess.start(dir)
  await expect.poll(archives).toEqual([expect.any(Number)])
  const [size = 0] = await archives()
  expect(size).toBeGreaterThan(ARCHIVE_BYTES_MIN)
  const headers = await signInAtProcess(next.origin)
  const answer = await fetch(`${next.origin}/api/turbines/${turbine}/photos/${photo.id}/cloud`, { headers })
  const state = (await answer.json()) as { cloud: PointCloudState }
  expect(state.cloud).toMatchObject({ state: 'ready', points: POINTS })
  await expect.poll(() => readdir(join(dir, 'incoming'))).toEqual([])
})

it('an archive that is being made does not delay the stop of the server', async () => {
  await using server = await ServerProcess.start(dir)
  await uploadTo(server)
  await expect.poll(isMaking, { interval: 5 }).toBe(true)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output).not.toContain('"level":50')
  expect(await archives()).toEqual([])
  expect(await readdir(join(dir, 'incoming'))).toEqual([])
})

it.skipIf(!canMount)(
  'an archive that does not fit on the disk is not begun, nothing is left, and it is made when there is room (skipped if no disk can be mounted)',
  async () => {
    // It has room for the file, and not for the archive beside it.
    await using disk = await SmallDisk.mount(20)
    await using server = await ServerProcess.start(disk.path, { RESERVE_MB: '0' })
    const { turbine, photo, headers } = await uploadTo(server)
    const ask = () => fetch(`${server.origin}/api/turbines/${turbine}/photos/${photo.id}/cloud`, { headers })
    const error = async () => ((await (await ask()).json()) as { error?: string }).error
    await expect.poll(error).toBe('storage_full')
    await expect.poll(() => readdir(join(disk.path, 'incoming'))).toEqual([])
    const original = await fetch(server.origin + photo.url, { headers })
    expect((await original.arrayBuffer()).byteLength).toBe(photo.size)
    disk.resize(64)
    const state = async () => ((await (await ask()).json()) as { cloud?: PointCloudState }).cloud?.state
    await expect.poll(state).toBe('ready')
  },
)
