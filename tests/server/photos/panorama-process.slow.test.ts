import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { jpeg, uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInAtProcess, signInWithTurbine } from '../../support/servers/server-process.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'

/** Large enough that a test can act while its tiles are made. */
let sphere: Buffer
beforeAll(async () => {
  sphere = await jpeg({ width: 4200, height: 2100 })
})
setUpFolder('test')

async function uploadTo(server: ServerProcess, bytes: Buffer) {
  const { headers, turbine } = await signInWithTurbine(server.origin)
  const answer = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
    method: 'POST',
    headers,
    body: uploadForm({ 'a.jpg': bytes }),
  })
  const { data } = (await answer.json()) as { data: [Photo] }
  return { headers, photo: data[0], tile: `${server.origin}/media/panoramas/${data[0].id}/0/0-0` }
}

/** The archives of tiles, and whether each one has its end. */
async function archives(): Promise<boolean[]> {
  const names = await readdir(join(dir, 'derivatives'), { recursive: true })
  const paths = names
    .filter((name) => name.endsWith('.tiles.zip'))
    .map((name) => join(dir, 'derivatives', name))
  return Promise.all(
    paths.map(
      async (path) => (await readFile(path)).readUInt32LE((await stat(path)).size - 22) === 0x06054b50,
    ),
  )
}

/** True while a worker writes an archive. Its incomingFolder then has a second file after the original. */
const isMaking = async () =>
  (await readdir(join(dir, 'incoming'), { recursive: true })).some((name) => name.endsWith('/2'))

describe('the tiles of a large photo', () => {
  it('are not left half-made by a kill, and are made after the next start', async () => {
    await using server = await ServerProcess.start(dir)
    const { photo } = await uploadTo(server, sphere)
    await expect.poll(isMaking, { interval: 5 }).toBe(true)
    await server.end('SIGKILL')
    expect(await archives()).not.toContain(false)

    const left = await readdir(join(dir, 'incoming'))
    expect(left).not.toEqual([])
    await using next = await ServerProcess.start(dir)
    // The job may have begun again already, with a folder of its own.
    const found = await readdir(join(dir, 'incoming'))
    expect(found.filter((name) => left.includes(name))).toEqual([])
    await expect.poll(archives).toEqual([true])
    const headers = await signInAtProcess(next.origin)
    const answer = await fetch(`${next.origin}/media/panoramas/${photo.id}/0/0-0`, { headers })
    expect(answer.status).toBe(200)
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 263 })
  })

  it('do not delay the stop of the server', async () => {
    await using server = await ServerProcess.start(dir)
    await uploadTo(server, sphere)
    await expect.poll(isMaking, { interval: 5 }).toBe(true)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.output).not.toContain('"level":50')
    expect(await archives()).not.toContain(false)
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
  })

  it('are made although the client that asked for them has gone', async () => {
    const bytes = await sharp(sphere).extract({ left: 0, top: 0, width: 4000, height: 2100 }).toBuffer()
    await using server = await ServerProcess.start(dir)
    const { headers, tile } = await uploadTo(server, bytes)
    const client = new AbortController()
    const request = fetch(tile, { headers, signal: client.signal })
    request.catch(() => {})
    await expect.poll(isMaking, { interval: 5 }).toBe(true)
    const other = fetch(tile, { headers })
    client.abort()
    await expect(request).rejects.toThrow()
    expect((await other).status).toBe(200)
    expect(await archives()).toEqual([true])
  })
})

describe.skipIf(!canMount)('on a full disk (skipped if no disk can be mounted)', () => {
  it('the answer is storage_full, nothing is left, and the photo stays', async () => {
    await using disk = await SmallDisk.mount(24)
    await using server = await ServerProcess.start(disk.path)
    const bytes = await jpeg({ width: 1500, height: 1000 })
    const { headers, photo, tile } = await uploadTo(server, bytes)
    disk.fill()
    const refused = await fetch(tile, { headers })
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      503,
      'storage_full',
    ])
    expect(await readdir(join(disk.path, 'incoming'))).toEqual([])
    const original = await fetch(server.origin + photo.url, { headers })
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    await disk.empty()
    expect((await fetch(tile, { headers })).status).toBe(200)
  })
})
