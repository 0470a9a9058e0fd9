import { globSync, readFileSync } from 'node:fs'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '#panel/api/api-client.ts'
import { sendReports } from '#panel/reports/send-reports.ts'

interface Sent {
  method: string
  key: string | null
}
let sent: Sent[]
let answer: () => Promise<Response>

beforeEach(() => {
  sent = []
  answer = async () => Response.json({ success: true }, { status: 201 })
  vi.stubGlobal('fetch', (_url: string, { method = 'GET', headers }: RequestInit) => {
    sent.push({ method, key: new Headers(headers).get('Idempotency-Key') })
    return answer()
  })
})

const param = { id: '4' }
const add = (comment: string, turbine = '4') =>
  api.turbines[':id'].comments.$post({ param: { id: turbine }, json: { comment } })
const keys = () => sent.map(({ key }) => key)

it('sends a key with every POST, and with nothing else', async () => {
  await add('of a POST')
  await api.auth.logout.$post()
  await api.turbines.$get({ query: {} })
  await api.turbines[':id'].$put({ param, json: { city: 'izmir', code: 'T', location: 'x' } })
  await api.turbines[':id'].$delete({ param })
  expect(sent.map(({ method, key }) => [method, key !== null])).toEqual([
    ['POST', true],
    ['POST', true],
    ['GET', false],
    ['PUT', false],
    ['DELETE', false],
  ])
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
})

it.each<[string, () => Promise<Response>]>([
  ['no answer came', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server had an error', async () => Response.json({ success: false }, { status: 500 })],
  ['a proxy answered with a page', async () => new Response('<h1>proxy</h1>', { status: 200 })],
  ['the answer broke off', async () => new Response('{"success":true,"da', { status: 201 })],
  [
    'the session has ended',
    async () => Response.json({ success: false, error: 'unauthenticated', message: '' }, { status: 401 }),
  ],
  [
    'there were too many requests',
    async () => Response.json({ success: false, error: 'too_many_requests', message: '' }, { status: 429 }),
  ],
])('sends the same values with the same key after %s, and a new one after the success', async (_, lost) => {
  const comment = `lost: ${_}`
  answer = lost
  await add(comment).catch(() => undefined)
  await add(comment).catch(() => undefined)
  answer = async () => Response.json({ success: true }, { status: 201 })
  await add(comment)
  await add(comment)
  const [one, two, three, four] = keys()
  expect([two, three]).toEqual([one, one])
  expect(four).not.toBe(one)
})

it('sends other values, or the same to another address, with another key', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  for (const [comment, turbine] of [['a'], ['b'], ['a', '5']] as const)
    await add(comment, turbine).catch(() => undefined)
  expect(new Set(keys()).size).toBe(3)
})

it.each([
  [410, 'record_gone'],
  [422, 'idempotency_key_reused'],
])('takes a new key after %i, so that the next attempt can succeed', async (status, error) => {
  answer = async () => Response.json({ success: false, error, message: '' }, { status })
  await add(error).catch(() => undefined)
  await add(error).catch(() => undefined)
  expect(new Set(keys()).size).toBe(2)
})

it('sends one request while an equal one is on its way, and gives both its answer', async () => {
  const arrival = Promise.withResolvers<Response>()
  answer = () => arrival.promise
  const calls = [add('held'), add('held'), add('held')]
  arrival.resolve(Response.json({ success: true, data: 7 }, { status: 201 }))
  for (const call of calls) expect(await (await call).json()).toMatchObject({ data: 7 })
  expect(sent).toHaveLength(1)
})

it('keeps the key over a reload, but nothing from which a password could be guessed', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await add('before the reload').catch(() => undefined)
  const stored = sessionStorage.getItem('kanat-attempt-keys')
  expect(stored).not.toContain('before the reload')
  await api.auth.login
    .$post({ json: { email: 'a@kanat.example', password: 'secret' } })
    .catch(() => undefined)
  expect(sessionStorage.getItem('kanat-attempt-keys')).toBe(stored)
  vi.resetModules()
  const reloaded = await import('#panel/api/api-client.ts')
  await reloaded.api.turbines[':id'].comments
    .$post({ param, json: { comment: 'before the reload' } })
    .catch(() => undefined)
  expect(keys().at(-1)).toBe(keys()[0])
})

it('sends an upload with the same files with the same key', async () => {
  const uploaded: (string | undefined)[] = []
  class Xhr {
    upload = {}
    onloadend = () => {}
    #key: string | undefined
    open() {}
    setRequestHeader(name: string, value: string) {
      if (name.toLowerCase() === 'idempotency-key') this.#key = value
    }
    send() {
      uploaded.push(this.#key)
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Xhr)
  const at = { lastModified: 1_790_000_000_000 }
  const upload = (name: string) =>
    sendReports(
      { turbineId: 4, year: 2026 },
      [new File(['%PDF'], name, at)],
      () => {},
      new AbortController().signal,
    ).catch(() => {})
  for (const name of ['a.pdf', 'a.pdf', 'b.pdf']) await upload(name)
  expect(uploaded[0]).toBeDefined()
  expect(uploaded[1]).toBe(uploaded[0])
  expect(uploaded[2]).not.toBe(uploaded[0])
})

/** What sends requests: the functions of this file, and one that reads files of the server. */
const SENDERS = [
  'panel/api/api-client.ts',
  'panel/api/check-image.ts',
  // Reads the file of a report.
  'panel/api/load-file.ts',
  'panel/api/uploads/send-by-xhr.ts',
  'panel/api/use-api-mutation.ts',
  'panel/drawing/tiles/load-bitmap.ts',
  // Reads the page of the newest version.
  'panel/ui/late-scripts/new-version.ts',
]

it('is the only way in the panel to send a change', () => {
  const sends = (file: string) =>
    /\buseMutation\b|\bfetch\(|new XMLHttpRequest|sendBeacon/.test(readFileSync(file, 'utf8'))
  expect(globSync('panel/**/*.{ts,tsx}').filter(sends).sort()).toEqual(SENDERS)
})
