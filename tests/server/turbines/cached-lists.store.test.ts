/**
 * Compares the answers in memory with answers that are made again: for users of every role and two companies, before and after each call
 * of `call-examples.ts` that changes something. Nothing in this file names a single list or record, so later ones are compared as well.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ViewerCache } from '#server/core/access/viewer-cache.ts'
import type { Call } from '#server/core/contract/calls.ts'
import { ResponseCache } from '#server/core/response-cache/response-cache.ts'
import { variantOf } from '#server/features/photos/photo-files.ts'
import { thumbnailOf } from '#server/features/reports/report-files.ts'
import { setThumbnail } from '#server/features/reports/report-queries.ts'
import { openDatabase } from '#server/infrastructure/database/opening/open-database.ts'
import { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { derivativeOf } from '#server/infrastructure/store/file-store.ts'
import { thumbnailUrl } from '#server/infrastructure/store/media-url.ts'
import { calls, createApp } from '#server/start/app.ts'
import { type Account, Client, makeCompany, makeUser, signIn } from '../../support/builders.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { makeRecords, type Records } from '../calls/call-records.ts'

/** What a role sees does not depend on the database, so PostgreSQL, where each question takes longer, has fewer users. */
const OWN_ROLES = isOnPostgres
  ? (['operator'] as const)
  : (['admin', 'company_manager', 'operator', 'viewer'] as const)
const FOREIGN_ROLES = isOnPostgres ? (['operator'] as const) : (['admin', 'operator'] as const)

let testApp: TestApp
let own: number
let foreign: number
let superadmin: Account
/** Records of the other company. */
let other: Records
let viewers: Client[]
let sent = 0

beforeAll(async () => {
  testApp = await TestApp.open({ TRUST_PROXY: '1' })
  own = await makeCompany(testApp)
  foreign = await makeCompany(testApp)
  superadmin = await makeUser(testApp, { role: 'superadmin', company_id: own })
  const accounts = [superadmin]
  for (const role of OWN_ROLES) accounts.push(await makeUser(testApp, { role, company_id: own }))
  // The same role and company as another viewer, and the same role in another company.
  accounts.push(await makeUser(testApp, { role: 'operator', company_id: own }))
  for (const role of FOREIGN_ROLES) accounts.push(await makeUser(testApp, { role, company_id: foreign }))
  other = await makePictured(foreign, accounts.at(-1)?.id ?? 0)
  viewers = []
  for (const account of accounts) viewers.push(await signIn(testApp, account))
})
afterAll(() => testApp[Symbol.asyncDispose]())

/** True for a call whose answer has an array of records. */
function isList({ method, path, answer }: Call): boolean {
  const { body } = answer
  return (
    method === 'GET' &&
    path.startsWith('/api/') &&
    body instanceof z.ZodObject &&
    body.shape.data instanceof z.ZodArray
  )
}
const LISTS = calls.filter(isList)

/** The lists and the records that are remembered. */
const REMEMBERED = calls.filter(
  ({ method, answer }) =>
    method === 'GET' && answer.statuses.includes(304) && answer.body instanceof z.ZodObject,
)

/** An app over the same data that remembers nothing. */
function forgetfulApp() {
  const { services } = testApp
  const responseCache = new ResponseCache(0, new Metrics())
  return createApp({ ...services, responseCache, viewerCache: new ViewerCache() })
}

/** The addresses of all lists and records, and of the thumbnails. Calls without these parameters ignore them. */
function addresses(owners: Records[]): string[] {
  const remembered = REMEMBERED.flatMap(({ method, path }) =>
    owners.map((records) => CALL_EXAMPLES[`${method} ${path}`]?.address?.(records) ?? path),
  ).map((address) => `${address}?view=all&filter_company_id=${own}`)
  const pictures = owners.flatMap(({ photo, report }) => [photo, report].map(({ key }) => thumbnailUrl(key)))
  return [...new Set([...remembered, ...pictures])]
}

/** Asks for everything as every viewer, so that it is remembered. */
async function rememberAnswers(owners: Records[]): Promise<void> {
  for (const viewer of viewers) for (const address of addresses(owners)) await viewer.get(address)
}

/** Asks for everything as every viewer, twice, and expects what is answered without memory. */
async function expectCurrentAnswers(owners: Records[]): Promise<void> {
  const app = forgetfulApp()
  for (const viewer of viewers) {
    const fresh = new Client(app, viewer.token, '')
    for (const address of addresses(owners)) {
      const expected = await readAnswer(fresh, address)
      expect(await readAnswer(viewer, address)).toEqual(expected)
      expect(await readAnswer(viewer, address)).toEqual(expected)
    }
  }
}

async function readAnswer(client: Client, address: string): Promise<[string, number, string]> {
  const answer = await client.get(address)
  return [address, answer.status, await answer.text()]
}

async function send(client: Client, { method, path }: Call, records: Records): Promise<Response> {
  const { address, body: bodyOf, headers: more } = CALL_EXAMPLES[`${method} ${path}`] ?? {}
  const url = address?.(records) ?? path
  const body = bodyOf?.(records)
  // Each request has its own client address, so that no rate limit refuses it.
  const headers = { 'X-Forwarded-For': `10.1.0.${++sent}`, ...more }
  if (body === undefined || body instanceof Uint8Array) return client.send(method, url, body, headers)
  if (body instanceof FormData) return client.sendForm(url, body, headers)
  return client.json(method, url, body, headers)
}

/** Makes records with thumbnails. */
async function makePictured(company: number, author: number): Promise<Records> {
  const records = await makeRecords(testApp, company, author)
  await setThumbnail(testApp.services.db.write, records.report.id, true)
  for (const file of [derivativeOf(records.photo.key, variantOf(320)), thumbnailOf(records.report.key)])
    await testApp.putFile(file, Buffer.from(`picture of ${file.name}`))
  return records
}

/** The progress of a job changes without a change of the database. Who asks for the keys is not signed in. */
const NOT_REMEMBERED = ['/api/turbines/:id/report-jobs', '/api/turbines/:id/dossier-jobs', '/api/keys']

it('remembers every list but that of running jobs', () => {
  const remembered = LISTS.filter(({ path }) => !NOT_REMEMBERED.includes(path))
  expect(remembered.length).toBeGreaterThanOrEqual(7)
  expect(REMEMBERED.length).toBeGreaterThan(remembered.length)
  for (const { path, answer } of remembered) expect([path, answer.statuses]).toEqual([path, [200, 304]])
})

describe('a remembered answer is the same as one that is made again', () => {
  const changes = calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))

  it.each(changes.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'after %s',
    async (_, call) => {
      // A new user for each call, because some numbers of unfinished records of one user are limited.
      const author = await makeUser(testApp, { role: 'superadmin', company_id: own })
      const records = await makePictured(own, author.id)
      await rememberAnswers([records, other])
      const answer = await send(await signIn(testApp, author), call, records)
      expect(answer.ok).toBe(true)
      await expectCurrentAnswers([records, other])
    },
    30_000,
  )

  it('after a turbine moves to another company, a user gets another role and another company, and a report loses its picture', async () => {
    const records = await makePictured(own, superadmin.id)
    const { turbine, report } = records
    const { write } = testApp.services.db
    const moved = await makeUser(testApp, { role: 'admin', company_id: own })
    viewers.push(await signIn(testApp, moved))
    const changes = [
      () => write.updateTable('turbine').set({ company_id: foreign }).where('id', '=', turbine.id).execute(),
      () => write.updateTable('user').set({ role: 'viewer' }).where('id', '=', moved.id).execute(),
      () => write.updateTable('user').set({ company_id: foreign }).where('id', '=', moved.id).execute(),
      () => setThumbnail(write, report.id, false),
      () => write.updateTable('user').set({ is_active: 0 }).where('id', '=', moved.id).execute(),
    ]
    await rememberAnswers([records])
    for (const change of changes) {
      await change()
      await expectCurrentAnswers([records])
    }
  }, 30_000)

  it('after another process has written', async () => {
    const records = await makePictured(own, superadmin.id)
    await rememberAnswers([records])
    const other = await openDatabase(testApp.services.config)
    await other.write.updateTable('turbine').set({ code: 'T-other' }).execute()
    await other.close()
    await expectCurrentAnswers([records])
  }, 30_000)
})
