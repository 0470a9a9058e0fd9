import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Connections } from '#server/start/connections.ts'
import { connectionsFor } from '#server/start/descriptors.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'

setUpFolder('test')

/** Longer than the stop takes on a machine that is a hundred times slower, shorter than the time that Node keeps idle connections. */
const KEPT_BY_NODE_MS = 3_600_000
const GRACE_MS = 3_600_000
/** Makes Node keep the idle connections of a server process: only the stop ends them. */
const KEEP_FOR_AN_HOUR = encodeURIComponent(
  `import { Server } from 'node:http'
  Object.defineProperty(Server.prototype, 'keepAliveTimeout', { get: () => ${KEPT_BY_NODE_MS}, set() {} })`,
)

interface Exchange {
  finish: (body: string) => void
}

/** A server whose requests wait until the test answers them. */
async function listen(stallMs: number, max = Number.POSITIVE_INFINITY, isBehindProxy = true) {
  const exchanges: Exchange[] = []
  const server: Server = createServer()
  server.keepAliveTimeout = KEPT_BY_NODE_MS
  const connections = new Connections(
    server,
    (request, response) => {
      request.resume()
      exchanges.push({ finish: (body) => response.end(body) })
    },
    { stallMs, max, isBehindProxy },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { server, connections, exchanges, open }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

async function answerOf(socket: Socket): Promise<string> {
  const [bytes] = await once(socket, 'data')
  return String(bytes)
}

describe('a server that stops', () => {
  it('closes a connection with its last answer, whenever the request came', async () => {
    const { connections, exchanges, open } = await listen(60_000)
    const [early, streaming, idle] = [await open(), await open(), await open()]
    early.write(GET)
    streaming.write(GET)
    await expect.poll(() => exchanges).toHaveLength(2)
    const closed = [early, streaming, idle].map((socket) => once(socket, 'close'))
    const received = answerOf(early)
    streaming.resume()
    idle.resume()
    const stopped = connections.close(GRACE_MS)
    for (const { finish } of exchanges) finish('done')
    expect(await received).toContain('Connection: close')
    early.resume()
    await Promise.all([...closed, stopped])
  })

  it('ends soon after its last answer, with clients that keep their connections', async () => {
    const env = {
      SHUTDOWN_SECONDS: '3600',
      NODE_OPTIONS: `--import=data:text/javascript,${KEEP_FOR_AN_HOUR}`,
    }
    const server = await ServerProcess.start(dir, env)
    const headers = await signInAtProcess(server.origin)
    await addTurbine(server.origin, headers)
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.on('error', () => {})
    const body = '{"email":"a@b.example","password":"wrong-one"}'
    socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`)
    socket.write(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`)
    expect(await answerOf(socket)).toContain('100 Continue')
    const exit = server.end('SIGTERM')
    await expect.poll(() => server.output).toContain('"msg":"stopping"')
    // Each answer of the server is followed by a new request.
    socket.on('data', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.write(body)
    expect(await exit).toBe(0)
  })
})

describe('the check of stalled connections', () => {
  it('gives a request the whole time between two checks, also if its head came just before one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { exchanges, open } = await listen(1000)
    vi.advanceTimersByTime(950)
    const socket = await open()
    socket.write(head(4))
    await expect.poll(() => exchanges).toHaveLength(1)
    vi.advanceTimersByTime(100)
    socket.write('body')
    exchanges[0]?.finish('done')
    expect(await answerOf(socket)).toContain('200 OK')
  })

  it('ends one that sends nothing in that time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { exchanges, open } = await listen(1000)
    const socket = await open()
    socket.write(head(4))
    await expect.poll(() => exchanges).toHaveLength(1)
    const answer = answerOf(socket)
    vi.advanceTimersByTime(2000)
    expect(await answer).toContain('408 Request Timeout')
  })
})

describe('a connection with many requests at once', () => {
  it('has them answered one after the other', async () => {
    const { exchanges, open } = await listen(60_000)
    const socket = await open()
    socket.write(GET.repeat(3))
    for (const n of [1, 2, 3]) {
      await expect.poll(() => exchanges).toHaveLength(n)
      const answer = answerOf(socket)
      exchanges[n - 1]?.finish(`done ${n}`)
      expect(await answer).toContain(`done ${n}`)
    }
  })

  it('gets the answers to the first seventeen, and ends', async () => {
    const { exchanges, open } = await listen(60_000)
    const socket = await open()
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    const closed = once(socket, 'close')
    socket.write(GET.repeat(2000))
    for (let n = 0; n < 17; n += 1) {
      await expect.poll(() => exchanges.length).toBe(n + 1)
      exchanges[n]?.finish(`done ${n};`)
    }
    await closed
    expect(received.match(/done \d+;/g)).toHaveLength(17)
    expect(received.match(/Connection: close/g)).toHaveLength(1)
    expect(exchanges).toHaveLength(17)
  })
})

it('a connection with thousands of requests at once is closed at once', async () => {
  const { exchanges, open } = await listen(60_000)
  const socket = await open()
  socket.resume()
  // It may be reset, which is an error of the socket.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(GET.repeat(20_000))
  await closed
  expect(exchanges).toHaveLength(1)
})

it('a request behind the last answer of a connection is not carried out', async () => {
  const { connections, exchanges, open } = await listen(60_000)
  const socket = await open()
  socket.resume()
  socket.write(GET.repeat(2))
  await expect.poll(() => exchanges).toHaveLength(1)
  const [closed, stopped] = [once(socket, 'close'), connections.close(GRACE_MS)]
  exchanges[0]?.finish('done')
  await Promise.all([closed, stopped])
  expect(exchanges).toHaveLength(1)
})

describe('too many connections', () => {
  it('are closed when they are accepted; the oldest one that waits makes room for the next', async () => {
    const { server, exchanges, open } = await listen(60_000, 3)
    const idle = await open()
    const idleClosed = once(idle, 'close')
    idle.resume()
    const busy = [await open(), await open()]
    for (const socket of busy) socket.write(GET)
    await idleClosed
    await expect.poll(() => exchanges).toHaveLength(2)
    const third = await open()
    third.write(GET)
    await expect.poll(() => exchanges).toHaveLength(3)
    const dropped = once(server, 'drop')
    const fourth = await open()
    fourth.resume()
    await Promise.all([dropped, once(fourth, 'close')])
    // Whoever gets an answer in a crowd makes room for others.
    const answers = [...busy, third].map(answerOf)
    for (const { finish } of exchanges) finish('done')
    expect((await Promise.all(answers)).join()).toContain('Connection: close')
  })

  it('are at most half of all for one address, unless it is that of a proxy', async () => {
    const { open } = await listen(60_000, 4, false)
    await open()
    await open()
    const third = await open()
    third.resume()
    await once(third, 'close')
    const proxied = await listen(60_000, 4)
    for (let n = 0; n < 3; n += 1) (await proxied.open()).write(GET)
    await expect.poll(() => proxied.exchanges).toHaveLength(3)
  })

  it('are as many as fit beside files and database', () => {
    expect(connectionsFor(128)).toBe(21)
    expect(connectionsFor(1024)).toBe(320)
    expect(connectionsFor(10)).toBe(8)
    expect(connectionsFor(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
  })
})
