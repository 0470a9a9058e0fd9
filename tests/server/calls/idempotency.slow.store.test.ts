/** Sends every call that takes an `Idempotency-Key` again, in every way that happens, and counts what was made. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RateLimit } from '#server/core/access/rate-limit.ts'
import type { Call } from '#server/core/contract/calls.ts'
import { calls } from '#server/start/app.ts'
import { type Client, makeUser, makeVisitor, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, readError } from '../../support/builders.ts'
import { countRows } from '../stored/count-rows.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { makeRecords, type Records } from './call-records.ts'

let client: Client
let other: Client
let records: Records

setUpApp('file', { env: { TRUST_PROXY: '1' }, jobs: 'wait' })
beforeAll(async () => {
  client = await signInAs(testApp, 'superadmin')
  other = await signInAs(testApp, 'superadmin')
  const company_id = await makeCompany(testApp)
  records = await makeRecords(testApp, company_id, (await makeUser(testApp, { company_id })).id)
})

const CALLS = calls
  .filter(({ repetition }) => repetition?.takesKey)
  .map((call) => ({ ...call, name: `${call.method} ${call.path}` }))
let keys = 0
const newKey = () => `key-${++keys}`

/** The bodies of all attempts to make one record: the same text each time, another one with `changed`. */
function attempt({ name, path }: { name: string; path: string }, options: { changed?: boolean } = {}) {
  const { address, body } = CALL_EXAMPLES[name] ?? {}
  const made = body?.(records)
  const sent =
    made instanceof FormData
      ? options.changed
        ? withYear(made, '2019')
        : made
      : JSON.stringify(options.changed ? change(made as Record<string, unknown>) : made)
  return (by: Client, key?: string) => {
    // Each request has its own client address, so that no rate limit refuses it.
    const headers = {
      'X-Forwarded-For': `10.1.${++keys & 255}.${keys >> 8}`,
      ...(key && { 'Idempotency-Key': key }),
    }
    const to = address?.(records) ?? path
    return sent instanceof FormData
      ? by.sendForm(to, sent, headers)
      : by.send('POST', to, sent, { ...headers, 'Content-Type': 'application/json' })
  }
}

function withYear(form: FormData, year: string): FormData {
  form.set('year', year)
  return form
}

/** A body that is still valid: JSON with one space more is another text, but the key belongs to what the client has sent. */
function change(body: Record<string, unknown>): Record<string, unknown> {
  const [name, value] = Object.entries(body).find(([, value]) => typeof value === 'string') ?? []
  if (name === undefined) return { ids: [records.photo.id, records.photo.id] }
  const others: Record<string, string> = {
    language: 'en',
    photos: 'derivatives',
    blade: 'B',
    csv: 'blade,side,type\nB,LE,oil',
    city: 'manisa',
    decision: 'accepted',
  }
  return { ...body, [name]: others[name] ?? `${value}2` }
}

/** Archives of a user are deleted when there are five, so the keys tell how often something was made. */
async function countKeys(): Promise<number> {
  const { read } = testApp.services.db
  const { n } = await read
    .selectFrom('idempotency_key')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const made = (call: Call) => call.answer.statuses[0]
/** The link of an invitation is answered once. */
async function read(answer: Response) {
  const { address: _, ...body } = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body }
}

it('is about every POST: those that take a key, and those that say why not', () => {
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.filter(({ repetition }) => repetition === undefined)).toEqual([])
  expect(CALLS.map(({ name }) => name).sort()).toEqual([
    'POST /api/companies',
    'POST /api/contact',
    'POST /api/invitations',
    'POST /api/turbines',
    'POST /api/turbines/:id/comments',
    'POST /api/turbines/:id/findings',
    'POST /api/turbines/:id/findings/import',
    'POST /api/turbines/:id/inspections/:year/dossier',
    'POST /api/turbines/:id/inspections/:year/report',
    'POST /api/turbines/:id/inspections/:year/reviews',
    'POST /api/turbines/:id/photos/archives',
    'POST /api/turbines/:id/reports',
    'POST /api/turbines/import',
    'POST /api/users',
  ])
})

describe.each(CALLS)('$name', (call) => {
  it('makes one record of a call that is sent again, and answers it again', async () => {
    const send = attempt(call)
    const key = newKey()
    const first = await read(await send(client, key))
    expect(first.status).toBe(made(call))
    const rows = await countRows(testApp)
    expect(await read(await send(client, key))).toEqual(first)
    expect(await read(await send(client, `"${key}"`))).toEqual(first)
    expect(await countRows(testApp)).toBe(rows)
  })

  it('does not count towards a limit when it is sent again', async () => {
    const send = attempt(call)
    const key = newKey()
    await send(client, key)
    const counted = vi.spyOn(RateLimit.prototype, 'countRequest')
    expect((await send(client, key)).status).toBe(made(call))
    expect(counted).not.toHaveBeenCalled()
    counted.mockRestore()
  })

  it('makes one record of ten calls at once', async () => {
    const send = attempt(call)
    const key = newKey()
    const keysBefore = await countKeys()
    const answers = await Promise.all(Array.from({ length: 10 }, async () => read(await send(client, key))))
    expect(answers[0]?.status).toBe(made(call))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await countKeys()).toBe(keysBefore + 1)
    const rows = await countRows(testApp)
    await send(client, key)
    expect(await countRows(testApp)).toBe(rows)
  })

  it('refuses the key with another body or call, and makes nothing', async () => {
    const key = newKey()
    expect((await attempt(call)(client, key)).status).toBe(made(call))
    const rows = await countRows(testApp)
    const answer = await attempt(call, { changed: true })(client, key)
    expect(await readError(answer)).toEqual([422, 'idempotency_key_reused'])
    const otherCall = CALLS.find(({ name }) => name !== call.name && !name.includes('contact')) ?? call
    if (!call.path.includes('contact'))
      expect(await readError(await attempt(otherCall)(client, key))).toEqual([422, 'idempotency_key_reused'])
    expect(await countRows(testApp)).toBe(rows)
  })

  it('makes another record with another key', async () => {
    const keysBefore = await countKeys()
    for (const key of [newKey(), newKey()]) expect((await attempt(call)(client, key)).status).toBe(made(call))
    expect(await countKeys()).toBe(keysBefore + 2)
  })

  it.skipIf(call.path.includes('contact'))('keeps the keys of users apart', async () => {
    const key = newKey()
    const keysBefore = await countKeys()
    expect((await attempt(call)(client, key)).status).toBe(made(call))
    const answer = await attempt(call)(other, key)
    // Without naming it, nobody replaces the decision of another reviewer.
    if (call.path.endsWith('/reviews'))
      return expect(await readError(answer)).toEqual([409, 'stale_revision'])
    expect(answer.status).toBe(made(call))
    expect(await countKeys()).toBe(keysBefore + 2)
  })

  it.skipIf(call.path.includes('contact'))('checks the permission before the key', async () => {
    const key = newKey()
    const send = attempt(call)
    expect((await send(client, key)).status).toBe(made(call))
    expect((await send(makeVisitor(testApp), key)).status).toBe(401)
    expect((await send(client, 'x'.repeat(256))).status).toBe(400)
    expect((await send(makeVisitor(testApp), 'x'.repeat(256))).status).toBe(401)
  })

  it.each(['', 'x'.repeat(256), 'ş', 'two words', 'one, two', '"open'])('refuses the key %j', async (key) => {
    const rows = await countRows(testApp)
    const headers = { 'Idempotency-Key': encodeLatin(key) }
    const { address, body } = CALL_EXAMPLES[call.name] ?? {}
    const sent = body?.(records)
    const to = address?.(records) ?? call.path
    const answer =
      sent instanceof FormData
        ? await client.sendForm(to, sent, headers)
        : await client.json('POST', to, sent, headers)
    expect(await readError(answer)).toEqual([400, 'validation_failed'])
    expect(await countRows(testApp)).toBe(rows)
  })
})

/** A header carries bytes. */
const encodeLatin = (text: string) => Buffer.from(text).toString('latin1')
