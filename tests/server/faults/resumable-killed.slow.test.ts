/** Uploads in parts to a server process whose connections break and that is killed. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { connectTo } from '../../support/raw-requests.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'
import { UploadInParts } from '../../support/tus-requests.ts'

const BYTES = pointCloud(randomBytes(6 * MIB))
const PART = 2 * MIB

let server: ServerProcess
let headers: { Authorization: string }
let turbine: number
let upload: UploadInParts

const send: Parameters<typeof UploadInParts.begin>[0] = (method, path, body, more) =>
  fetch(server.origin + path, { method, headers: { ...headers, ...more }, ...(body && { body }) })

setUpFolder('test')
beforeEach(async () => {
  server = await ServerProcess.start(dir)
  headers = await signInAtProcess(server.origin)
  turbine = await addTurbine(server.origin, headers)
  upload = await UploadInParts.begin(send, turbine, 'large.pcd', BYTES.length)
})
afterEach(() => server.end('SIGKILL'))

async function restart() {
  await server.end('SIGKILL')
  server = await ServerProcess.start(dir)
}

/** Announces a whole part and sends its first bytes, over a connection that stays open. */
async function beginPart(start: number, sent: number): Promise<Socket> {
  const socket = await connectTo(server.origin)
  const lines = [
    `PATCH ${upload.address} HTTP/1.1`,
    'Host: kanat.example',
    `Authorization: ${headers.Authorization}`,
    'Tus-Resumable: 1.0.0',
    `Upload-Offset: ${start}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${PART}`,
  ]
  socket.on('error', () => {})
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(BYTES.subarray(start, start + sent))
  const [id = ''] = upload.address.split('/').slice(-1)
  const size = () =>
    stat(join(dir, 'partial', id)).then(
      (found) => found.size,
      () => 0,
    )
  await expect.poll(size).toBeGreaterThanOrEqual(start + sent)
  return socket
}

async function sendRest() {
  for (let { offset } = await upload.offset(); offset < BYTES.length; ) {
    const answer = await upload.part(BYTES.subarray(offset, offset + PART), offset)
    expect(answer.status).toBe(204)
    offset = Number(answer.headers.get('Upload-Offset'))
  }
}

async function expectOnePhoto() {
  const answer = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, { headers })
  const { data } = (await answer.json()) as { data: Photo[] }
  const sha256 = createHash('sha256').update(BYTES).digest('hex')
  expect(data.map(({ originalName, size, sha256 }) => ({ originalName, size, sha256 }))).toEqual([
    { originalName: 'large.pcd', size: BYTES.length, sha256 },
  ])
  expect((await readFile(join(dir, 'files', data[0]?.key ?? ''))).equals(BYTES)).toBe(true)
  expect(await readdir(join(dir, 'partial'))).toEqual([])
  // The archive of the cloud is made in the background.
  await expect.poll(() => readdir(join(dir, 'incoming'))).toEqual([])
}

it('keeps the bytes of a part whose connection breaks', async () => {
  const socket = await beginPart(0, MIB)
  socket.resetAndDestroy()
  await expect.poll(async () => (await upload.offset()).offset).toBe(MIB)
  await sendRest()
  await expectOnePhoto()
  expect(server.output).not.toContain('"level":50')
})

it('lets a new connection continue while the server still waits for the old one', async () => {
  const socket = await beginPart(0, MIB)
  expect(await upload.offset()).toEqual({ status: 200, offset: MIB })
  await sendRest()
  await expectOnePhoto()
  socket.destroy()
})

it('loses at most one part when the server is killed', async () => {
  await upload.part(BYTES.subarray(0, PART), 0)
  const socket = await beginPart(PART, MIB)
  await restart()
  socket.destroy()
  expect(await upload.offset()).toEqual({ status: 200, offset: PART })
  await sendRest()
  await expectOnePhoto()
})

it('stores one photo when the server is killed at any moment of the last part', async () => {
  await upload.part(BYTES.subarray(0, PART), 0)
  const last = BYTES.subarray(PART)
  for (const waitMs of [0, 5, 20, 40]) {
    const { offset } = await upload.offset()
    const answer = upload.part(last.subarray(offset - PART), offset).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await restart()
    await answer
  }
  await sendRest()
  await expectOnePhoto()
})

it('continues after the server was stopped and started', async () => {
  await upload.part(BYTES.subarray(0, PART), 0)
  expect(await server.end('SIGTERM')).toBe(0)
  server = await ServerProcess.start(dir)
  expect(await upload.offset()).toEqual({ status: 200, offset: PART })
  await sendRest()
  await expectOnePhoto()
})
