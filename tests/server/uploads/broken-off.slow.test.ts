/** An aborted request is not an error of the server: it is not counted or logged as one, and it leaves no file. */
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { jpeg, readUpload, reportForm, uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { connectTo } from '../../support/raw-requests.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'

let server: ServerProcess
let authorization: { Authorization: string }
let turbine: number

setUpFolder('file')
beforeAll(async () => {
  server = await ServerProcess.start(dir, { STALL_SECONDS: '1', LOG_LEVEL: 'debug' })
  authorization = await signInAtProcess(server.origin)
  turbine = await addTurbine(server.origin, authorization)
})
afterAll(() => server.end('SIGTERM'))

/** The number of answers to the method and route, by status. */
async function counts(method: string, route: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  const pattern =
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="(\d+)"\} (\d+)/gm
  const found = [...text.matchAll(pattern)].filter(([, of, at]) => of === method && at === route)
  return Object.fromEntries(found.map(([, , , status, count]) => [status, Number(count)]))
}

const sum = (numbers: Record<string, number>) => Object.values(numbers).reduce((all, one) => all + one, 0)

function expectNoServerError(): void {
  const lines = server.output.split('\n').filter((line) => line !== '')
  // A line that is not JSON does not come from the log, but is a stack trace of Node or of a library.
  const entries = lines.map((line) => JSON.parse(line) as { level: number; err?: unknown })
  expect(entries.filter(({ level, err }) => level >= 50 || err !== undefined)).toEqual([])
}

/** The ways in which a client can abort: with a reset, with a normal close, or by sending nothing more. */
const ENDS: Record<string, (socket: Socket) => void> = {
  reset: (socket) => socket.resetAndDestroy(),
  closed: (socket) => socket.destroy(),
  'half closed': (socket) => socket.end(),
  stalled: () => {},
}

/** Parts of a body, each with the header that gives its length. */
const BODIES: Record<string, (body: Buffer) => { lengthHeader: string; sent: Buffer | string }> = {
  'nothing of it': (body) => ({ lengthHeader: `Content-Length: ${body.length}`, sent: '' }),
  'half of it': (body) => ({
    lengthHeader: `Content-Length: ${body.length}`,
    sent: body.subarray(0, body.length / 2),
  }),
  'all but its last byte': (body) => ({
    lengthHeader: `Content-Length: ${body.length}`,
    sent: body.subarray(0, -1),
  }),
  'less than its Content-Length': (body) => ({
    lengthHeader: `Content-Length: ${body.length + 9}`,
    sent: body,
  }),
  'a chunk, but not the last one': (body) => ({
    lengthHeader: 'Transfer-Encoding: chunked',
    sent: Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]),
  }),
  'half a chunk': (body) => ({
    lengthHeader: 'Transfer-Encoding: chunked',
    sent: Buffer.concat([Buffer.from('fffff\r\n'), body]),
  }),
  'a chunk with an invalid length': () => ({ lengthHeader: 'Transfer-Encoding: chunked', sent: 'zz\r\n{}' }),
}

const POLLING = { interval: 50 }
const HEADERS = () => ['Host: kanat.example', `Authorization: ${authorization.Authorization}`]

const write = (socket: Socket, bytes: Buffer | string) =>
  new Promise((resolve) => socket.write(bytes, resolve))

async function bodyOf(form: FormData | string): Promise<{ type: string; bytes: Buffer }> {
  const encoded = new Response(form)
  const type = typeof form === 'string' ? 'application/json' : (encoded.headers.get('Content-Type') ?? '')
  return { type, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

describe.each(Object.keys(ENDS))('a body that is %s', (end) => {
  const comment = JSON.stringify({ comment: 'x'.repeat(5000) })
  it.each([
    ['JSON', '/api/turbines/:id/comments', async () => comment],
    ['JSON of a visitor', '/api/auth/login', async () => comment],
    ['photos', '/api/turbines/:id/photos', async () => uploadForm({ 'a.jpg': await jpeg() })],
    ['reports', '/api/turbines/:id/reports', async () => reportForm({ 'a.pdf': await jpeg() })],
  ])('is no server error: %s', async (_, route, form) => {
    const { type, bytes } = await bodyOf(await form())
    const path = route.replace(':id', String(turbine))
    const before = sum(await counts('POST', route))
    const bodies = Object.values(BODIES).map((makePart) => makePart(bytes))
    const sockets = await Promise.all(
      bodies.map(async ({ lengthHeader, sent }) => {
        const socket = await connectTo(server.origin)
        const head = [`POST ${path} HTTP/1.1`, ...HEADERS(), `Content-Type: ${type}`, lengthHeader]
        await write(socket, `${head.join('\r\n')}\r\n\r\n`)
        if (sent.length > 0) await write(socket, sent)
        ENDS[end]?.(socket)
        return socket
      }),
    )
    await vi.waitFor(
      async () => expect(sum(await counts('POST', route))).toBe(before + bodies.length),
      POLLING,
    )
    for (const socket of sockets) socket.destroy()
    const { 200: _signedIn, ...others } = await counts('POST', route)
    expect(Object.keys(others)).toEqual(['400'])
    expect(await readdir(join(dir, 'incoming'))).toEqual([])
    expectNoServerError()
  })
})

describe('an answer whose client is gone', () => {
  it('is not a server error, and leaves no file open', async () => {
    const big = await jpeg({ width: 3000, height: 2000 })
    const upload = await fetch(`${server.origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers: authorization,
      body: uploadForm({ 'big.jpg': big }),
    })
    const { data } = await readUpload(upload)
    const url = data[0]?.url ?? ''
    for (const leave of [
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.destroy(),
    ]) {
      for (const range of [[], ['Range: bytes=100-5000000']]) {
        const socket = await connectTo(server.origin)
        await write(socket, [`GET ${url} HTTP/1.1`, ...HEADERS(), ...range, '', ''].join('\r\n'))
        await once(socket, 'data')
        leave(socket)
      }
      // The request is complete, but the client closes the connection before the answer.
      const comment = ['Content-Type: application/json', 'Content-Length: 15', '', '{"comment":"x"}']
      for (const [line, ...rest] of [
        [`GET ${url} HTTP/1.1`, '', ''],
        [`GET /api/turbines/${turbine}/photos HTTP/1.1`, '', ''],
        ['GET / HTTP/1.1', '', ''],
        [`POST /api/turbines/${turbine}/comments HTTP/1.1`, ...comment],
      ]) {
        const socket = await connectTo(server.origin)
        await write(socket, [line, ...HEADERS(), ...rest].join('\r\n').repeat(3))
        leave(socket)
      }
    }
    const openFiles = async () => {
      const folder = `/proc/${server.pid}/fd`
      const links = (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => ''))
      return (await Promise.all(links)).filter((path) => path.startsWith(join(dir, 'files')))
    }
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]), POLLING)
    const text = await (await fetch(`${server.origin}/metrics`)).text()
    expect(text).not.toMatch(/status="5\d\d"/)
    expectNoServerError()
  })
})
