import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { jpeg, temporaryFolder, uploadForm } from '../builders.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Begins an upload and holds it open after its first bytes. */
function beginUpload(origin: string, turbine: number, headers: { Authorization: string }) {
  const upload = request(`${origin}/api/turbines/${turbine}/photos`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  const answer = once(upload, 'response').then(async ([response]) => {
    let body = ''
    for await (const chunk of response) body += chunk
    return {
      status: response.statusCode as number,
      body: JSON.parse(body) as { data?: Photo[]; error?: string },
    }
  })
  answer.catch(() => {})
  upload.on('error', () => {})
  upload.write('--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n')
  upload.write('--x\r\nContent-Disposition: form-data; name="photos"; filename="slow.jpg"\r\n\r\n')
  const finish = (bytes: Uint8Array) => {
    upload.write(bytes)
    upload.end('\r\n--x--\r\n')
  }
  return { upload, answer, finish }
}

const incoming = async () => (await readdir(join(dir, 'incoming'))).length

describe('stopping', () => {
  it('lets an upload under way finish, refuses new ones, and leaves a database without a log', async () => {
    const server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const { answer, finish } = beginUpload(server.origin, turbine, headers)
    await expect.poll(incoming).toBe(1)

    const exit = server.end('SIGTERM')
    const { port } = new URL(server.origin)
    const refused = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve(false))
        socket.on('error', () => resolve(true)).on('connect', () => socket.destroy())
      })
    await expect.poll(refused).toBe(true)
    finish(await jpeg())

    const { status, body } = await answer
    expect(status).toBe(201)
    expect(await exit).toBe(0)
    expect((await stat(join(dir, 'files', body.data?.[0]?.key ?? ''))).size).toBe(body.data?.[0]?.size)
    expect(await readdir(dir)).not.toContain('kanat.db-wal')
  })

  it('is not broken off by a second signal', async () => {
    const server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const { answer, finish } = beginUpload(server.origin, turbine, headers)
    await expect.poll(incoming).toBe(1)
    const exit = server.end('SIGINT')
    await expect.poll(() => server.output).toContain('"msg":"stopping"')
    process.kill(server.pid, 'SIGINT')
    process.kill(server.pid, 'SIGTERM')
    finish(await jpeg())
    expect((await answer).status).toBe(201)
    expect(await exit).toBe(0)
    expect(await readdir(dir)).not.toContain('kanat.db-wal')
  })

  it('does not wait for connections that ask for nothing', async () => {
    const server = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '3600' })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    expect(await server.end('SIGTERM')).toBe(0)
    socket.destroy()
  })

  it('does not wait longer than it was told, and leaves nothing of what it cut off', async () => {
    const server = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '0' })
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const { upload } = beginUpload(server.origin, turbine, headers)
    await expect.poll(incoming).toBe(1)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await incoming()).toBe(0)
    upload.destroy()
    const database = new SQLite(join(dir, 'kanat.db'))
    expect(database.prepare('select count(*) from photo').pluck().get()).toBe(0)
    database.close()
    expect(await readdir(join(dir, 'files'))).toEqual([])
  })

  it('does not wait for pictures either, and says that it has stopped when it has', async () => {
    const server = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '0' })
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const blank = { create: { width: 12_000, height: 12_000, channels: 3, background: '#888' } } as const
    const bytes = await sharp({ ...blank, limitInputPixels: false })
      .jpeg()
      .toBuffer()
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`n${n}.jpg`, bytes]))
    const upload = fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers,
      body: uploadForm(files),
    }).catch(() => 'cut off')
    const received = () => readdir(join(dir, 'incoming'), { recursive: true })
    await expect.poll(async () => (await received()).length, { timeout: 20_000 }).toBeGreaterThan(6)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await upload).toBe('cut off')
    // The last lines may still be on their way to us.
    await expect.poll(() => server.output.trim().split('\n').at(-1)).toContain('"msg":"stopped"')
    expect(server.output).not.toContain('TypeError')
    expect(await readdir(join(dir, 'files'))).toEqual([])
    expect(await readdir(dir)).not.toContain('kanat.db-wal')
  })
})

describe('connections', () => {
  it('ends a body that stalls and a body that drips, and keeps nothing of them', async () => {
    await using server = await ServerProcess.start(dir, { STALL_SECONDS: '1' })
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const stalled = beginUpload(server.origin, turbine, headers)
    const dripping = beginUpload(server.origin, turbine, headers)
    const drip = setInterval(() => dripping.upload.write('.'), 100)
    await expect.poll(incoming).toBe(2)
    await expect
      .poll(() => stalled.upload.destroyed && dripping.upload.destroyed, { timeout: 20_000 })
      .toBe(true)
    clearInterval(drip)
    await expect.poll(incoming).toBe(0)
  })

  it('leaves neither file nor row when the sender breaks off', async () => {
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const { upload } = beginUpload(server.origin, turbine, headers)
    await expect.poll(incoming).toBe(1)
    upload.destroy()
    await expect.poll(incoming).toBe(0)
    const answer = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, { headers })
    expect(((await answer.json()) as { data: Photo[] }).data).toEqual([])
  })

  it('survives bodies that break off in their second file or go wrong in one piece, and leaves nothing of them', async () => {
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const text = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = (name: string, bytes: string) =>
      `--x\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\n\r\n${bytes}`
    const big = 'x'.repeat(300_000)
    const send = (body: string) =>
      fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'Multipart/Form-Data; boundary=x' },
        body,
      })
    for (const body of [
      `${file('a.jpg', big)}\r\n${file('b.jpg', 'abc')}`,
      `${text('room', '1')}${text('room', '2')}${file('a.jpg', 'abc')}`,
      `${text('room', '1'.repeat(2000))}${file('a.jpg', big)}\r\n${file('b.jpg', 'abc')}`,
    ]) {
      const answer = await send(body)
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        400,
        'validation_failed',
      ])
    }
    const { upload } = beginUpload(server.origin, turbine, headers)
    upload.write(`${big}\r\n${file('b.jpg', 'abc')}`)
    await expect.poll(incoming).toBe(1)
    upload.destroy()
    await expect.poll(incoming).toBe(0)
    expect((await fetch(`${server.origin}/api/health`, { method: 'HEAD' })).status).toBe(200)
  })

  it('ends a stalled body behind another request on the same connection', async () => {
    await using server = await ServerProcess.start(dir, { STALL_SECONDS: '1' })
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const login =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500'
    socket.write(`GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n${login}\r\n\r\n{`)
    socket.resume()
    await once(socket, 'close')
  })

  it('leaves neither file nor row when the turbine goes while its photos are on their way', async () => {
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const { answer, finish } = beginUpload(server.origin, turbine, headers)
    await expect.poll(incoming).toBe(1)
    await fetch(`${server.origin}/api/turbines/${turbine}`, { method: 'DELETE', headers })
    finish(await jpeg())
    expect(await answer).toMatchObject({ status: 404, body: { error: 'turbine_not_found' } })
    const files = await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toEqual([])
  })

  it('answers an upload that may not be with its reason while it is still being sent', async () => {
    await using server = await ServerProcess.start(dir, { MAX_FILE_MB: '1', MAX_FILES: '2' })
    const answer = await fetch(`${server.origin}/api/turbines/1/photos`, {
      method: 'POST',
      body: uploadForm({ 'big.jpg': new Uint8Array(900_000) }),
    })
    expect(answer.status).toBe(401)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const tooLarge = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers,
      body: uploadForm({ 'big.jpg': new Uint8Array(1_100_000), 'good.jpg': await jpeg() }),
    })
    expect(tooLarge.status).toBe(201)
    expect(await tooLarge.json()).toMatchObject({ rejected: [{ name: 'big.jpg', error: 'too_large' }] })
  })
})

// A small file system of one's own can only be mounted by root.
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
describe.skipIf(!canMount)('a full disk (skipped where none can be mounted)', () => {
  it('is answered with 503, keeps nothing of the request, and reading goes on', async () => {
    const disk = join(dir, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk])
    try {
      await using server = await ServerProcess.start(disk)
      const headers = await signInAtProcess(server.origin)
      const turbine = await addTurbine(server.origin, headers)
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
      const files = await readdir(join(disk, 'files/turbines', String(turbine), 'photos'))
      expect(files).toHaveLength(kept.length)
      expect(await readdir(join(disk, 'incoming'))).toEqual([])

      // Room again: deleting makes it.
      for (const photo of kept) {
        const gone = await fetch(`${url}?key=${encodeURIComponent(photo.key)}`, { method: 'DELETE', headers })
        expect(gone.status).toBe(200)
      }
      const again = await fetch(url, { method: 'POST', headers, body: uploadForm({ 'again.jpg': bytes }) })
      expect(again.status).toBe(201)
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

describe.skipIf(!canMount)(
  'the room kept free for the database (skipped where no disk can be mounted)',
  () => {
    const disk = () => join(dir, 'disk')
    beforeEach(async () => {
      await mkdir(disk())
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk()])
    })
    afterEach(() => void execFileSync('umount', [disk()]))
    const incomingOnDisk = () => readdir(join(disk(), 'incoming'))

    it('is not taken by a body that does not tell its length', async () => {
      await using server = await ServerProcess.start(disk(), { MIN_FREE_MB: '50' })
      const headers = await signInAtProcess(server.origin)
      const turbine = await addTurbine(server.origin, headers)
      const { upload, answer } = beginUpload(server.origin, turbine, headers)
      let answered = false
      answer.finally(() => {
        answered = true
      })
      let leastFree = Number.POSITIVE_INFINITY
      for (let n = 0; n < 90 && !answered; n += 1) {
        upload.write(Buffer.alloc(MIB, 1))
        await Promise.race([once(upload, 'drain'), answer])
        const { bavail, bsize } = await statfs(disk())
        leastFree = Math.min(leastFree, bavail * bsize)
      }
      expect(await answer).toMatchObject({ status: 503, body: { error: 'storage_full' } })
      upload.destroy()
      expect(leastFree).toBeLessThan(50 * MIB)
      expect(leastFree).toBeGreaterThan(30 * MIB)
      await expect.poll(incomingOnDisk).toEqual([])
    })

    it('is not taken by the pictures made of a photo', async () => {
      await using server = await ServerProcess.start(disk(), { MIN_FREE_MB: '88' })
      const headers = await signInAtProcess(server.origin)
      const turbine = await addTurbine(server.origin, headers)
      const { answer, finish } = beginUpload(server.origin, turbine, headers)
      finish(Buffer.concat([await jpeg(), Buffer.alloc(12 * MIB)]))
      expect(await answer).toMatchObject({ status: 503, body: { error: 'storage_full' } })
      await expect.poll(incomingOnDisk).toEqual([])
      expect(await readdir(join(disk(), 'files'))).toEqual([])
    })
  },
)

describe('starting', () => {
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })

  it('says in a sentence what is wrong with the configuration, and exits with 1', () => {
    const { status, stderr } = start({ DATA_DIR: dir, PORT: 'eighty', ORIGIN: 'kanat', MAX_FILE_MB: '0' })
    expect(status).toBe(1)
    expect(stderr.split('\n').filter(Boolean)).toEqual([
      'Kanat cannot start with this configuration.',
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^ORIGIN: /),
      expect.stringMatching(/^MAX_FILE_MB: /),
    ])
  })

  it('says so when the port is taken', async () => {
    await using server = await ServerProcess.start(dir)
    const other = await temporaryFolder()
    const { status, stderr } = start({
      DATA_DIR: other,
      PORT: new URL(server.origin).port,
      LOG_LEVEL: 'silent',
    })
    await rm(other, { recursive: true })
    expect([status, stderr]).toEqual([1, 'Kanat cannot start: the port is taken. Set PORT to another one.\n'])
  })
})
