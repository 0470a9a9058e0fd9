/** Every call that is answered from memory is sent once, while the time and the headers that its key does not have cannot be read. */
import { Hono } from 'hono'
import { HonoRequest } from 'hono/request'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answerError } from '#server/core/http/answer-error.ts'
import { cached, makingCached } from '#server/core/response-cache/cached.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, pdf, readReports, readUpload } from '../../support/builders.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { makeRecords } from './call-records.ts'

/**
 * What may be read: only answers to requests without a range are remembered, a 304 never is, and the validator of Hono reads the type of a
 * body before it looks which part of the request it validates.
 */
const HARMLESS = ['range', 'if-range', 'if-none-match', 'content-type']

const RealDate = Date

function refuse(what: string): void {
  if (makingCached.getStore()) throw new Error(`a remembered answer must not read ${what}`)
}

beforeAll(() => {
  const readHeader = HonoRequest.prototype.header as (name?: string) => never
  vi.spyOn(HonoRequest.prototype, 'header').mockImplementation(function (this: HonoRequest, name?: string) {
    if (!HARMLESS.includes(name?.toLowerCase() ?? '')) refuse(`the header ${name}`)
    return readHeader.call(this, name)
  } as typeof readHeader)
  globalThis.Date = new Proxy(RealDate, {
    construct(target, values, newTarget) {
      if (values.length === 0) refuse('the time')
      return Reflect.construct(target, values, newTarget)
    },
    get(target, name) {
      if (name === 'now') refuse('the time')
      return Reflect.get(target, name)
    },
  })
})
afterAll(() => {
  globalThis.Date = RealDate
  vi.restoreAllMocks()
})

let superadmin: Client
let id: number
setUpApp('test')
beforeEach(async () => {
  const account = await makeUser(testApp, { role: 'superadmin', company_id: 999 })
  superadmin = await signIn(testApp, account)
  id = account.id
})

it('lets no call that is answered from memory read the time, the language or another header', async () => {
  const records = await makeRecords(testApp, 999, id)
  const isCached = ({ handler }: { handler: unknown }) => (handler as { isCached?: true }).isCached === true
  const found = testApp.app.routes.filter(isCached).map(({ method, path }) => `${method} ${path}`)
  const lists = found.filter((name) => !name.startsWith('GET /media/'))
  expect(lists.length).toBeGreaterThan(10)
  for (const name of lists) {
    const address = CALL_EXAMPLES[name]?.address?.(records) ?? name.replace('GET ', '')
    expect([name, (await superadmin.get(address)).status]).toEqual([name, 200])
  }
  // The other ones are small pictures, which no example has.
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const photos = await readUpload(await superadmin.upload(turbine, { 'a.jpg': await jpeg() }))
  const reports = await readReports(await superadmin.uploadReports(turbine, { 'a.pdf': pdf() }))
  const pictures = [photos.data[0]?.thumb_url, reports.data[0]?.thumb_url]
  expect(found).toHaveLength(lists.length + pictures.length)
  for (const address of pictures) expect((await superadmin.get(address ?? '')).status).toBe(200)
})

it.each([
  ['the time', () => Date.now()],
  ['the time', () => new Date().toISOString()],
  ['the header Accept-Language', preferredLanguage],
] as const)('finds a call that reads %s', async (what, read) => {
  const thrown: Error[] = []
  const app = new Hono<Env>()
    .use((c, next) => {
      c.set('services', testApp.services)
      return next()
    })
    .onError((error, c) => {
      thrown.push(error)
      return makingCached.exit(() => answerError(error, c))
    })
    .get('/api/wrong', permit('turbine.read'), cached('role'), (c) => c.json(read(c)))
  const answer = await app.request('/api/wrong', { headers: { Authorization: `Bearer ${superadmin.token}` } })
  expect([answer.status, thrown.map(({ message }) => message)]).toEqual([
    500,
    [`a remembered answer must not read ${what}`],
  ])
})
