// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendMessage } from '../../site/islands/send-message.ts'

const MESSAGE = { name: 'Şule', email: '', phone: '', subject: 'Teklif', message: 'Merhaba' }
const language = 'tr'
const keys: (string | null)[] = []
/** The next answers, in their order; undefined for a broken connection. */
let answers: (Response | undefined)[] = []

beforeEach(() => {
  sessionStorage.clear()
  keys.length = 0
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'))
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => vi.unstubAllGlobals())

const send = (message = MESSAGE, endpoint = '/api/contact') => sendMessage(message, { endpoint, language })
const success = () => Response.json({ success: true })

it('sends a message with the same key until its answer comes, and another message with another key', async () => {
  answers = [undefined, success(), success(), success()]
  expect(await send()).toMatchObject({ sent: false })
  expect(await send()).toEqual({ sent: true })
  expect(await send()).toEqual({ sent: true })
  expect(await send({ ...MESSAGE, subject: 'Soru' })).toEqual({ sent: true })
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

it('sends no key to another site, which may not allow it', async () => {
  answers = [success()]
  await send(MESSAGE, 'https://forms.example/kanat')
  expect(keys).toEqual([null])
})

it.each([
  ['an empty answer', new Response(null, { status: 204 }), true],
  ['an answer without `success`', Response.json({ ok: true }), true],
  [
    'a page of a proxy with 200',
    new Response('<h1>nginx</h1>', { headers: { 'Content-Type': 'text/html' } }),
    false,
  ],
  ['an answer that says it failed', Response.json({ success: false }), false],
  ['an answer that says nothing', Response.json(null), false],
])('%s', async (_, answer, sent) => {
  answers = [answer]
  expect(await send()).toMatchObject({ sent })
})
