import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { Rejection } from '#domain/upload.ts'
import { jpeg, uploadForm } from '../../support/builders.ts'
import { HOSTILE_IMAGES } from '../../support/files/hostile-images.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, SUPERADMIN, signInWithTurbine } from '../../support/servers/server-process.ts'

setUpFolder('test')

/** A server with a turbine, and a function that uploads photos to it. */
async function openServer(env: Record<string, string> = {}) {
  const server = await ServerProcess.start(dir, env)
  const { headers, turbine } = await signInWithTurbine(server.origin)
  async function upload(files: Record<string, Uint8Array>) {
    const url = `${server.origin}/api/turbines/${turbine}/photos`
    const answer = await fetch(url, { method: 'POST', headers, body: uploadForm(files) })
    const { data = [], rejected = [] } = (await answer.json()) as { data?: Photo[]; rejected?: Rejection[] }
    return {
      status: answer.status,
      kept: data.map(({ originalName }) => originalName),
      rejected: rejected.map(({ name, error }) => [name, error]),
    }
  }
  return { server, upload, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** The process ids of the workers, oldest first. */
async function workersOf(server: ServerProcess): Promise<number[]> {
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** Resolves with the oldest worker when it has used half a second of processor time. */
async function busyWorkerOf(server: ServerProcess): Promise<number> {
  const ticks = async () => {
    const [pid] = await workersOf(server)
    const [, fields = ''] = pid === undefined ? [] : (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
    return Number(fields.split(' ')[11] ?? 0)
  }
  // The start of a worker needs a quarter of this time. @see proc_pid_stat(5), utime
  await expect.poll(ticks).toBeGreaterThan(50)
  return (await workersOf(server))[0] as number
}

const isGone = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => text.includes(') Z '),
    () => true,
  )

/** An image that takes many seconds to decode. */
const slowImage = () => HOSTILE_IMAGES['png-text-chunks.png']?.(48 * MIB) as Buffer

describe('an image that exceeds a limit of its worker', () => {
  it('is refused after its processor time; requests are answered meanwhile, and the next image is accepted', async () => {
    await using open = await openServer({ IMAGE_SECONDS: '2' })
    const order: string[] = []
    const upload = open.upload({ 'slow.png': slowImage(), 'good.jpg': await jpeg() }).finally(() => {
      order.push('upload')
    })
    await expect.poll(() => workersOf(open.server)).not.toEqual([])
    for (let n = 0; n < 5; n += 1) {
      expect((await fetch(`${open.server.origin}/api/health`)).status).toBe(200)
      order.push('health')
    }
    const answer = { status: 201, kept: ['good.jpg'], rejected: [['slow.png', 'too_large']] }
    expect(await upload).toEqual(answer)
    expect(order).toEqual([...Array(5).fill('health'), 'upload'])
    expect(open.server.output).toContain('"reason":"took too much processor time"')
    expect(await open.upload({ 'next.jpg': await jpeg() })).toMatchObject({ status: 201 })
  })

  it('is refused if it needs too much memory, and the next image is accepted', async () => {
    await using open = await openServer({ IMAGE_MEMORY_MB: '256' })
    const answer = { status: 413, rejected: [['slow.png', 'too_large']] }
    expect(await open.upload({ 'slow.png': slowImage() })).toMatchObject(answer)
    expect(open.server.output).toContain('"reason":"took too much memory"')
    expect(await open.upload({ 'next.jpg': await jpeg() })).toMatchObject({ status: 201 })
  })
})

describe('a worker that is killed', () => {
  const slow = { 'slow.png': HOSTILE_IMAGES['png-text-chunks.png']?.(8 * MIB) as Buffer }

  it('loses no image: another one has it', async () => {
    await using open = await openServer({ IMAGE_SECONDS: '100' })
    const upload = open.upload(slow)
    process.kill(await busyWorkerOf(open.server), 'SIGKILL')
    expect(await upload).toEqual({ status: 201, kept: ['slow.png'], rejected: [] })
    expect(open.server.output).toContain('"reason":"ended with SIGKILL"')
  })

  it('does not call its image damaged if that of the second try is killed, too', async () => {
    await using open = await openServer({ IMAGE_SECONDS: '100' })
    const upload = open.upload(slow)
    const first = await busyWorkerOf(open.server)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => workersOf(open.server)).not.toContain(first)
    process.kill(await busyWorkerOf(open.server), 'SIGKILL')
    const answer = { status: 503, kept: [], rejected: [['slow.png', 'file_not_processed']] }
    expect(await upload).toEqual(answer)
  })

  it('loses no image while it is idle', async () => {
    await using open = await openServer()
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      expect(await open.upload({ [name]: await jpeg() })).toMatchObject({ status: 201 })
      for (const pid of await workersOf(open.server)) process.kill(pid, 'SIGKILL')
    }
  })
})

describe('the workers', () => {
  it('end when the server is killed, also while they decode', async () => {
    await using open = await openServer()
    const upload = open.upload({ 'slow.png': slowImage() }).catch(() => 'cut off')
    await busyWorkerOf(open.server)
    const workers = await workersOf(open.server)
    await open.server.end('SIGKILL')
    expect(await upload).toBe('cut off')
    for (const pid of workers) await expect.poll(() => isGone(pid)).toBe(true)
  })

  it('ignore signals to the process group, so that the server can finish an upload', async () => {
    // On a busy machine, the workers get only what others leave, and the time of the stop would end the upload.
    await using open = await openServer({ SHUTDOWN_SECONDS: '100', IMAGE_SECONDS: '100' })
    const upload = open.upload({ 'slow.png': HOSTILE_IMAGES['png-text-chunks.png']?.(8 * MIB) as Buffer })
    await busyWorkerOf(open.server)
    const workers = await workersOf(open.server)
    for (const pid of workers) process.kill(pid, 'SIGTERM')
    expect(await open.server.end('SIGTERM')).toBe(0)
    expect(await upload).toMatchObject({ status: 201 })
    for (const pid of workers) await expect.poll(() => isGone(pid)).toBe(true)
  })

  it('do not get the configuration, which has passwords', async () => {
    await using open = await openServer({ METRICS_TOKEN: 'a-token-of-twenty-letters' })
    await open.upload({ 'a.jpg': await jpeg() })
    const [pid] = await workersOf(open.server)
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain(SUPERADMIN.password)
    expect(environment).not.toContain('a-token-of-twenty-letters')
  })
})

it('accepts or refuses every hostile image, and leaves no file of refused ones', async () => {
  await using open = await openServer({ IMAGE_SECONDS: '2' })
  const kept: string[] = []
  for (const [name, make] of Object.entries(HOSTILE_IMAGES)) {
    const answer = await open.upload({ [name]: await make(2 * MIB) })
    expect([201, 413, 415], name).toContain(answer.status)
    kept.push(...answer.kept)
    expect((await fetch(`${open.server.origin}/api/health`)).status).toBe(200)
  }
  const files = await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true })
  expect(files.filter((file) => file.isFile())).toHaveLength(kept.length)
  await expect.poll(() => readdir(join(dir, 'incoming'))).toEqual([])
})
