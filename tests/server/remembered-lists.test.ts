/**
 * Compares the lists in memory with lists that are read again: for users of every role and two companies, before and after each call
 * of `call-examples.ts` that changes something. Nothing in this file names a single list, so later lists are compared as well.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CheckedTokens } from '#server/access/checked-tokens.ts'
import { calls, createApp } from '#server/app.ts'
import type { Call } from '#server/contract/calls.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { RememberedAnswers } from '#server/remembered-answers/remembered-answers.ts'
import { setThumbnail } from '#server/reports/report-queries.ts'
import { type Account, Client, makeCompany, makeUser, signIn, TestApp } from '../builders.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { makeRecords, type Records } from './call-records.ts'

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
  for (const role of ['admin', 'company_manager', 'operator', 'viewer'] as const)
    accounts.push(await makeUser(testApp, { role, company_id: own }))
  // The same role and company as another viewer, and the same role in another company.
  accounts.push(await makeUser(testApp, { role: 'operator', company_id: own }))
  for (const role of ['admin', 'operator'] as const)
    accounts.push(await makeUser(testApp, { role, company_id: foreign }))
  other = await makeRecords(testApp, foreign, accounts.at(-1)?.id ?? 0)
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

/** An app over the same data that remembers nothing. */
function forgetfulApp() {
  const { services } = testApp
  const rememberedAnswers = new RememberedAnswers(0, new Metrics())
  return createApp({ ...services, rememberedAnswers, checkedTokens: new CheckedTokens() })
}

/** The addresses of all lists. Lists without these parameters ignore them. */
function addresses(turbines: number[]): string[] {
  return LISTS.flatMap(({ path }) =>
    path.includes(':id') ? turbines.map((id) => path.replace(':id', String(id))) : path,
  ).map((address) => `${address}?view=all&filter_company_id=${own}`)
}

/** Reads every list as every viewer, so that it is remembered. */
async function rememberLists(turbines: number[]): Promise<void> {
  for (const viewer of viewers) for (const address of addresses(turbines)) await viewer.get(address)
}

/** Reads every list as every viewer, twice, and expects what is read without memory. */
async function expectCurrentLists(turbines: number[]): Promise<void> {
  for (const viewer of viewers) {
    const fresh = new Client(forgetfulApp(), viewer.token, '')
    for (const address of addresses(turbines)) {
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

it('remembers every list', () => {
  expect(LISTS.length).toBeGreaterThanOrEqual(7)
  for (const { path, answer } of LISTS) expect([path, answer.statuses]).toEqual([path, [200, 304]])
})

describe('a remembered list is the same as one that is read again', () => {
  const changes = calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))

  it.each(changes.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'after %s',
    async (_, call) => {
      // A new user for each call, because some numbers of unfinished records of one user are limited.
      const author = await makeUser(testApp, { role: 'superadmin', company_id: own })
      const records = await makeRecords(testApp, own, author.id)
      const turbines = [records.turbine.id, other.turbine.id]
      await rememberLists(turbines)
      const answer = await send(await signIn(testApp, author), call, records)
      expect(answer.ok).toBe(true)
      await expectCurrentLists(turbines)
    },
    30_000,
  )

  it('after a turbine moves to another company, a user gets another role and another company, and a report its picture', async () => {
    const { turbine, report } = await makeRecords(testApp, own, superadmin.id)
    const { write } = testApp.services.db
    const moved = await makeUser(testApp, { role: 'admin', company_id: own })
    viewers.push(await signIn(testApp, moved))
    const changes = [
      () => write.updateTable('turbine').set({ company_id: foreign }).where('id', '=', turbine.id).execute(),
      () => write.updateTable('user').set({ role: 'viewer' }).where('id', '=', moved.id).execute(),
      () => write.updateTable('user').set({ company_id: foreign }).where('id', '=', moved.id).execute(),
      () => setThumbnail(write, report.id, true),
      () => write.updateTable('user').set({ is_active: 0 }).where('id', '=', moved.id).execute(),
    ]
    await rememberLists([turbine.id])
    for (const change of changes) {
      await change()
      await expectCurrentLists([turbine.id])
    }
  }, 30_000)

  it('after another process has written', async () => {
    const { turbine } = await makeRecords(testApp, own, superadmin.id)
    await rememberLists([turbine.id])
    const other = await openDatabase(testApp.services.config)
    await other.write.updateTable('turbine').set({ code: 'T-other' }).execute()
    await other.close()
    await expectCurrentLists([turbine.id])
  }, 30_000)
})
