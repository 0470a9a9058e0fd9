import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { jpeg, readError, uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInWithTurbine } from '../../support/servers/server-process.ts'
import { beginUpload, countIncoming } from './process-setup.ts'

setUpFolder('test')

describe('an upload over a bad connection', () => {
  it('is ended if its body stops or is too slow, and leaves no file', async () => {
    await using server = await ServerProcess.start(dir, { STALL_SECONDS: '1' })
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const stalled = beginUpload(server.origin, turbine, headers)
    const timedOut = once(stalled.upload, 'response')
    const slow = beginUpload(server.origin, turbine, headers)
    const slowWriter = setInterval(() => slow.upload.write('.'), 100)
    await expect.poll(countIncoming).toBe(2)
    await expect.poll(() => stalled.upload.destroyed && slow.upload.destroyed).toBe(true)
    clearInterval(slowWriter)
    expect((await timedOut)[0].statusCode).toBe(408)
    await expect.poll(countIncoming).toBe(0)
  })

  it('leaves neither file nor row if the client aborts it', async () => {
    await using server = await ServerProcess.start(dir)
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const { upload } = beginUpload(server.origin, turbine, headers)
    await expect.poll(countIncoming).toBe(1)
    upload.destroy()
    await expect.poll(countIncoming).toBe(0)
    const answer = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, { headers })
    expect(((await answer.json()) as { data: Photo[] }).data).toEqual([])
  })

  it('gets 400 for incomplete or invalid bodies, and leaves no file', async () => {
    await using server = await ServerProcess.start(dir)
    const { headers, turbine } = await signInWithTurbine(server.origin)
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
      expect(await readError(answer)).toEqual([400, 'validation_failed'])
    }
    const { upload } = beginUpload(server.origin, turbine, headers)
    upload.write(`${big}\r\n${file('b.jpg', 'abc')}`)
    await expect.poll(countIncoming).toBe(1)
    upload.destroy()
    await expect.poll(countIncoming).toBe(0)
    expect((await fetch(`${server.origin}/api/health`, { method: 'HEAD' })).status).toBe(200)
  })

  it('is ended if its body stops after another request on the same connection', async () => {
    await using server = await ServerProcess.start(dir, { STALL_SECONDS: '1' })
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const login =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500'
    socket.write(`GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n${login}\r\n\r\n{`)
    socket.resume()
    await once(socket, 'close')
  })

  it('leaves neither file nor row if the turbine is deleted meanwhile', async () => {
    await using server = await ServerProcess.start(dir)
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const { answer, finish } = beginUpload(server.origin, turbine, headers)
    await expect.poll(countIncoming).toBe(1)
    await fetch(`${server.origin}/api/turbines/${turbine}`, { method: 'DELETE', headers })
    finish(await jpeg())
    expect(await answer).toMatchObject({ status: 404, body: { error: 'turbine_not_found' } })
    const files = await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toEqual([])
  })

  it('gets its refusal while it is still being sent, and the connection closes', async () => {
    await using server = await ServerProcess.start(dir, { MAX_FILE_MB: '1', MAX_FILES: '2' })
    const answer = await fetch(`${server.origin}/api/turbines/1/photos`, {
      method: 'POST',
      body: uploadForm({ 'big.jpg': new Uint8Array(900_000) }),
    })
    expect([answer.status, answer.headers.get('Connection')]).toEqual([401, 'close'])
    const { headers, turbine } = await signInWithTurbine(server.origin)
    const tooLarge = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers,
      body: uploadForm({ 'big.jpg': new Uint8Array(1_100_000), 'good.jpg': await jpeg() }),
    })
    expect(tooLarge.status).toBe(201)
    expect(await tooLarge.json()).toMatchObject({ rejected: [{ name: 'big.jpg', error: 'too_large' }] })
  })
})
