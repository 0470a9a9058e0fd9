/** Whatever is thrown, and wherever, the answer is one of our errors and the log has a line about it. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openLog } from '#server/core/http/log.ts'
import { createApp } from '#server/start/app.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readError } from '../../support/builders.ts'
import { UploadInParts } from '../../support/tus-requests.ts'

setUpTurbine()

const KINDS: [string, () => unknown][] = [
  ['an Error', () => new Error('a secret')],
  ['an Error without a message', () => new TypeError()],
  ['a text', () => 'a secret'],
  ['undefined', () => undefined],
  ['null', () => null],
  ['a number', () => 404],
  ['a symbol', () => Symbol('a secret')],
  ['an object with a status', () => ({ status: 418, message: 'a secret' })],
  ['an object like those of tus', () => ({ status_code: 503, body: 'a secret' })],
  ['an object without a prototype', () => Object.assign(Object.create(null), { status_code: 'x' })],
  ['an answer', () => new Response('a secret', { status: 200 })],
  ['a function', () => () => 'a secret'],
]

/** Makes a method of a service fail with what the test throws. */
function fail<Key extends keyof typeof testApp.services>(
  service: Key,
  method: string,
  thrown: () => unknown,
) {
  const methods = testApp.services[service] as unknown as Record<string, () => unknown>
  vi.spyOn(methods, method).mockImplementation(() => {
    throw thrown()
  })
}

const upload = async () => operator.upload(turbine, { 'a.jpg': await jpeg() })
const sendPart = async (thrown: () => unknown, service: 'partialFiles' | 'uploadLocks', method: string) => {
  const bytes = await jpeg()
  const sent = await UploadInParts.begin(operator.send.bind(operator), turbine, 'b.jpg', bytes.length)
  fail(service, method, thrown)
  return sent.part(bytes, 0)
}

/** Each place that can throw, and a request that comes by. */
const LAYERS: [string, (thrown: () => unknown) => Promise<Response>][] = [
  [
    'middleware',
    (thrown) => {
      fail('sessions', 'find', thrown)
      fail('callerCache', 'find', thrown)
      return operator.get('/api/turbines')
    },
  ],
  [
    'a route',
    (thrown) => {
      fail('health', 'failing', thrown)
      return operator.get('/api/health')
    },
  ],
  [
    'a transaction',
    (thrown) => {
      fail('transactions', 'run', thrown)
      return operator.json('PUT', `/api/turbines/${turbine}/visit`, {})
    },
  ],
  [
    'the incoming folder of an upload',
    (thrown) => {
      fail('incoming', 'openFolder', thrown)
      return upload()
    },
  ],
  [
    'the store of an upload',
    (thrown) => {
      fail('store', 'keep', thrown)
      return upload()
    },
  ],
  [
    'the examination of a photo',
    (thrown) => {
      fail('images', 'decode', thrown)
      return upload()
    },
  ],
  [
    'opening a file',
    async (thrown) => {
      const { data } = (await (await upload()).json()) as { data: { key: string }[] }
      fail('store', 'open', thrown)
      return operator.get(`/media/${data[0]?.key}`)
    },
  ],
  ['the parts of tus', (thrown) => sendPart(thrown, 'partialFiles', 'write')],
  ['the locks of tus', (thrown) => sendPart(thrown, 'uploadLocks', 'newLock')],
]

let lines: { level: number; err?: { message: string }; msg: string; status?: number }[]
beforeEach(async () => {
  await testApp.services.db.write.deleteFrom('partial_upload').execute()
  lines = []
  testApp.services.log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return () => vi.restoreAllMocks()
})

describe.each(LAYERS)('thrown by %s', (layer, request) => {
  it.each(KINDS)('%s is one of our errors, with a line in the log', async (_, thrown) => {
    const answer = await request(thrown)
    // The work after an answer is repeated later, so the answer stays.
    if (layer === 'the work after an answer') expect(answer.status).toBe(200)
    else expect(await readError(answer.clone())).toEqual([500, 'internal_error'])
    expect(await answer.text()).not.toContain('a secret')
    const [line] = lines.filter(({ err, msg }) => err || msg.startsWith('deleted data is not yet'))
    expect(line).toBeDefined()
    if (thrown() !== undefined || layer !== 'the work after an answer')
      expect(line?.err?.message).toEqual(expect.any(String))
  })
})

describe('thrown by the stream of an answer', () => {
  it.each(KINDS)('%s closes the connection, with a line in the log', async (_, thrown) => {
    const { data } = (await (await upload()).json()) as { data: { key: string }[] }
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000))
        controller.error(thrown())
      },
    })
    vi.spyOn(testApp.services.store, 'open').mockResolvedValue({
      size: 10_000_000,
      stream: () => broken,
      readAll: async () => undefined,
      read: async () => Buffer.alloc(0),
      [Symbol.asyncDispose]: async () => {},
    })
    const terminal = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = createAdaptorServer({ fetch: createApp(testApp.services).fetch }) as Server
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const headers = { Authorization: `Bearer ${operator.token}` }
      const received = fetch(`http://127.0.0.1:${port}/media/${data[0]?.key}`, { headers }).then((answer) =>
        answer.text(),
      )
      await expect(received).rejects.toThrow()
      await expect.poll(() => lines.filter(({ msg }) => msg === 'an answer broke off')).toHaveLength(1)
      expect(terminal).not.toHaveBeenCalled()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
