import { once } from 'node:events'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { jpeg, uploadForm } from '../../support/builders.ts'
import { setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInWithTurbine } from '../../support/servers/server-process.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'
import { beginUpload } from '../start/process-setup.ts'

setUpFolder('test')

describe.skipIf(!canMount)('an upload to a full disk (skipped if no disk can be mounted)', () => {
  it('gets 503 and keeps nothing of the request, while reading and deleting still work', async () => {
    await using disk = await SmallDisk.mount(12)
    await using server = await ServerProcess.start(disk.path)
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const url = `${server.origin}/api/turbines/${turbine}/photos`
    const bytes = await jpeg({ width: 1600, height: 1200 })
    const kept: Photo[] = []
    const refusals: number[] = []
    for (let n = 0; refusals.length < 3; n += 1) {
      const files = { [`n${n}a.jpg`]: bytes, [`n${n}b.jpg`]: bytes }
      const answer = await fetch(url, { method: 'POST', headers, body: uploadForm(files) })
      const body = (await answer.json()) as { data: Photo[]; error: string }
      if (answer.status === 201) kept.push(...body.data)
      else refusals.push(answer.status)
      if (answer.status !== 201) expect(body.error).toBe('storage_full')
    }
    expect(refusals).toEqual([503, 503, 503])
    expect(kept.length).toBeGreaterThan(0)

    const { data } = (await (await fetch(url, { headers })).json()) as { data: Photo[] }
    expect(data.map(({ key }) => key).sort()).toEqual(kept.map(({ key }) => key).sort())
    for (const photo of kept) expect((await fetch(server.origin + photo.url, { headers })).status).toBe(200)
    const files = await readdir(join(disk.path, 'files/turbines', String(turbine), 'photos'))
    expect(files).toHaveLength(kept.length)
    expect(await readdir(join(disk.path, 'incoming'))).toEqual([])

    // Deleting makes space again.
    for (const photo of kept) {
      const gone = await fetch(`${url}?key=${encodeURIComponent(photo.key)}`, { method: 'DELETE', headers })
      expect(gone.status).toBe(200)
    }
    const again = await fetch(url, { method: 'POST', headers, body: uploadForm({ 'again.jpg': bytes }) })
    expect(again.status).toBe(201)
  })
})

describe.skipIf(!canMount)(
  'the space that is kept free for the database (skipped if no disk can be mounted)',
  () => {
    const incoming = (disk: SmallDisk) => readdir(join(disk.path, 'incoming'))

    it('is not used by a body of unknown length', async () => {
      await using disk = await SmallDisk.mount(96)
      await using server = await ServerProcess.start(disk.path, { MIN_FREE_MB: '50' })
      const { headers, turbine } = await signInWithTurbine(server.origin)
      const { upload, answer } = beginUpload(server.origin, turbine, headers)
      let answered = false
      answer.finally(() => {
        answered = true
      })
      let leastFree = Number.POSITIVE_INFINITY
      for (let n = 0; n < 90 && !answered; n += 1) {
        upload.write(Buffer.alloc(MIB, 1))
        await Promise.race([once(upload, 'drain'), answer])
        const { bavail, bsize } = await statfs(disk.path)
        leastFree = Math.min(leastFree, bavail * bsize)
      }
      expect(await answer).toMatchObject({ status: 503, body: { error: 'storage_full' } })
      upload.destroy()
      expect(leastFree).toBeLessThan(50 * MIB)
      expect(leastFree).toBeGreaterThan(30 * MIB)
      await expect.poll(() => incoming(disk)).toEqual([])
    })

    it('is not used by the derivatives of a photo', async () => {
      await using disk = await SmallDisk.mount(96)
      await using server = await ServerProcess.start(disk.path, { MIN_FREE_MB: '88' })
      const { headers, turbine } = await signInWithTurbine(server.origin)
      const { answer, finish } = beginUpload(server.origin, turbine, headers)
      finish(Buffer.concat([await jpeg(), Buffer.alloc(12 * MIB)]))
      expect(await answer).toMatchObject({ status: 503, body: { error: 'storage_full' } })
      await expect.poll(() => incoming(disk)).toEqual([])
      expect(await readdir(join(disk.path, 'files'))).toEqual([])
    })
  },
)
