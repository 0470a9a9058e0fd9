import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { jpeg, uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInWithTurbine } from '../../support/servers/server-process.ts'
import { beginUpload, countIncoming } from '../start/process-setup.ts'

setUpFolder('test')

describe('a server that stops', () => {
  it('finishes an upload that has begun, accepts no new connections, and leaves a database without a WAL', async () => {
    const server = await ServerProcess.start(dir)
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const { answer, finish } = beginUpload(server.origin, turbine, headers)
    await expect.poll(countIncoming).toBe(1)

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

  it('ignores further signals', async () => {
    const server = await ServerProcess.start(dir)
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const { answer, finish } = beginUpload(server.origin, turbine, headers)
    await expect.poll(countIncoming).toBe(1)
    const exit = server.end('SIGINT')
    await expect.poll(() => server.output).toContain('"msg":"stopping"')
    process.kill(server.pid, 'SIGINT')
    process.kill(server.pid, 'SIGTERM')
    finish(await jpeg())
    expect((await answer).status).toBe(201)
    expect(await exit).toBe(0)
    expect(await readdir(dir)).not.toContain('kanat.db-wal')
  })

  it('does not wait for idle connections', async () => {
    const server = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '3600' })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    expect(await server.end('SIGTERM')).toBe(0)
    socket.destroy()
  })

  it('waits no longer than SHUTDOWN_SECONDS, and leaves nothing of aborted uploads', async () => {
    const server = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '0' })
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const { upload } = beginUpload(server.origin, turbine, headers)
    await expect.poll(countIncoming).toBe(1)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await countIncoming()).toBe(0)
    upload.destroy()
    const database = new SQLite(join(dir, 'kanat.db'))
    expect(database.prepare('select count(*) from photo').pluck().get()).toBe(0)
    database.close()
    expect(await readdir(join(dir, 'files'))).toEqual([])
  })

  it('waits no longer than SHUTDOWN_SECONDS for image workers, and logs that it has stopped', async () => {
    const server = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '0' })
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const blank = { create: { width: 12_000, height: 12_000, channels: 3, background: '#888' } } as const
    const bytes = await sharp({ ...blank, limitInputPixels: false })
      .jpeg()
      .toBuffer()
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`n${n}.jpg`, bytes]))
    const upload = fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers,
      body: uploadForm(files),
    }).catch(() => 'aborted')
    const received = () => readdir(join(dir, 'incoming'), { recursive: true })
    await expect.poll(async () => (await received()).length).toBeGreaterThan(6)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await upload).toBe('aborted')
    // The last lines of the log may arrive after the exit.
    await expect.poll(() => server.output.trim().split('\n').at(-1)).toContain('"msg":"stopped"')
    expect(server.output).not.toContain('TypeError')
    expect(await readdir(join(dir, 'files'))).toEqual([])
    expect(await readdir(dir)).not.toContain('kanat.db-wal')
  })
})
