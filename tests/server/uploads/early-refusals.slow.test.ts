/** A refusal that comes before the end of an upload arrives at the client. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { UnreadBodies } from '#server/core/http/unread-bodies.ts'
import { CLIENTS, hasCurl, type RefusedUpload, refusedUploads } from '../../support/early-refusals.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { connectTo } from '../../support/raw-requests.ts'
import { ServerProcess, signInWithTurbine } from '../../support/servers/server-process.ts'

let server: ServerProcess
let uploads: RefusedUpload[]

setUpFolder('file')
beforeAll(async () => {
  server = await ServerProcess.start(dir, { MAX_FILE_MB: '1' })
  const { headers, turbine } = await signInWithTurbine(server.origin)
  uploads = Object.values(refusedUploads(turbine, headers.Authorization.replace('Bearer ', '')))
})
afterAll(() => server.end('SIGTERM'))
afterEach(() => vi.useRealTimers())

describe.each(Object.keys(CLIENTS))('%s', (client) => {
  // The largest body takes a second each time. The page of the decision has figures of twenty.
  it.skipIf(client === 'curl' && !hasCurl).each([
    [66_000, 20],
    [1_000_000, 20],
    [8_000_000, 20],
    [190_000_000, 5],
  ])('gets the refusal of %i bytes, %i of as many times', async (size, times) => {
    const refused = uploads.filter(({ from = 0 }) => size >= from)
    const wanted: number[] = []
    const answered: unknown[] = []
    for (let n = 0; n < times; n += 1) {
      const upload = refused[n % refused.length] as RefusedUpload
      wanted.push(upload.status)
      answered.push(await CLIENTS[client]?.(server.origin, upload, size).catch(String))
    }
    expect(answered).toEqual(wanted)
  })
})

it('the connection closes after the refusal, and a request that follows the body is not answered', async () => {
  const socket = await connectTo(server.origin)
  const head = ['POST /api/turbines/1/photos HTTP/1.1', 'Host: kanat.example', 'Content-Length: 1000']
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let answer = ''
  while (!answer.endsWith('}')) answer += (await once(socket, 'data'))[0]
  expect(answer).toContain('HTTP/1.1 401')
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toContain('"error":"unauthenticated"')
  let more = ''
  socket.on('data', (bytes) => {
    more += bytes
  })
  socket.write(`${'x'.repeat(1000)}GET /api/health HTTP/1.1\r\nHost: kanat.example\r\n\r\n`)
  await once(socket, 'close')
  expect(more).toBe('')
})

describe('reading an unread body ends', () => {
  /** A body that comes when it is pushed. */
  const makeBody = () => new Readable({ read() {} })
  function discard(body: Readable, bodies = new UnreadBodies(), address = 'a') {
    const state = { hasEnded: false }
    bodies.discard(body as IncomingMessage, address).then(() => {
      state.hasEnded = true
    })
    return state
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('with the body, and when its client is gone', async () => {
    const complete = makeBody()
    const broken = makeBody()
    const states = [discard(complete), discard(broken)]
    await settled()
    expect(states.map(({ hasEnded }) => hasEnded)).toEqual([false, false])
    complete.push(null)
    broken.destroy()
    await settled()
    expect(states.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
  })

  it('after 256 MiB', async () => {
    const body = makeBody()
    const state = discard(body)
    const chunk = Buffer.alloc(MIB)
    for (let n = 0; n < 256; n += 1) body.push(chunk)
    await settled()
    expect(state.hasEnded).toBe(false)
    body.push(chunk)
    await settled()
    expect(state.hasEnded).toBe(true)
  })

  it('after 5 s without a byte, and after 30 s in any case', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = makeBody()
    const slow = makeBody()
    const states = [discard(silent), discard(slow)]
    const after: boolean[][] = []
    for (let second = 1; second <= 30; second += 1) {
      slow.push('x')
      await settled()
      await vi.advanceTimersByTimeAsync(1000)
      after.push(states.map(({ hasEnded }) => hasEnded))
    }
    expect([after[3], after[4], after[28], after[29]]).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ])
  })

  it('for the oldest body of an address that has more than 8', async () => {
    const bodies = new UnreadBodies()
    const other = discard(makeBody(), bodies, 'b')
    const states = Array.from({ length: 9 }, () => discard(makeBody(), bodies))
    await settled()
    expect(other.hasEnded).toBe(false)
    expect(states.map(({ hasEnded }) => hasEnded)).toEqual([true, ...Array(8).fill(false)])
  })

  it('for the oldest body of the address with the most when there are more than 64', async () => {
    const bodies = new UnreadBodies()
    const single = discard(makeBody(), bodies, 'single')
    const many = Array.from({ length: 8 }, () => discard(makeBody(), bodies, 'many'))
    const others = Array.from({ length: 55 }, (_, index) => discard(makeBody(), bodies, `${index >> 1}`))
    await settled()
    expect([single, ...many, ...others].filter(({ hasEnded }) => hasEnded)).toEqual([])
    const last = discard(makeBody(), bodies, 'last')
    await settled()
    expect(many.map(({ hasEnded }) => hasEnded)).toEqual([true, ...Array(7).fill(false)])
    expect([single, ...others, last].filter(({ hasEnded }) => hasEnded)).toEqual([])
  })

  it('for the oldest body of the address that has sent the most when all have sent more than 2 GiB', async () => {
    const bodies = new UnreadBodies()
    const chunk = Buffer.alloc(MIB)
    const send = async (address: string, mebibytes: number) => {
      const body = makeBody()
      const state = discard(body, bodies, address)
      for (let sent = 0; sent < mebibytes; sent += 1) body.push(chunk)
      await settled()
      return { body, state }
    }
    const first = await send('b', 200)
    const large: (typeof first)[] = []
    for (let count = 0; count < 7; count += 1) large.push(await send('a', 256))
    const last = await send('c', 56)
    const states = () => [first, ...large, last].map(({ state }) => state.hasEnded)
    expect(states()).toEqual(Array(9).fill(false))
    first.body.push(chunk)
    await settled()
    expect(states()).toEqual([false, true, ...Array(7).fill(false)])
    // Those that have ended count no more.
    for (let sent = 0; sent < 50; sent += 1) last.body.push(chunk)
    await settled()
    expect(states()).toEqual([false, true, ...Array(7).fill(false)])
  })

  it('although whoever began to read it has paused it', async () => {
    const body = makeBody()
    body.on('data', () => body.pause())
    const state = discard(body)
    for (let n = 0; n < 10; n += 1) body.push('x')
    body.push(null)
    await settled()
    await settled()
    expect(state.hasEnded).toBe(true)
  })
})
