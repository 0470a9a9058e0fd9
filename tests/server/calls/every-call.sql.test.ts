/**
 * Sends every call of the app as every role, about records of the own company, of another company, of a wrong turbine and about
 * records that do not exist, and compares the answers with `PERMISSIONS`. A refused call must change nothing.
 *
 * To add a call, add one entry to `CALL_EXAMPLES` in `call-examples.ts`; only if it names a new kind of record, add one entry to
 * `RECORD_KINDS` in `call-records.ts` as well. Nothing in this file names a single call.
 */
import { Hono } from 'hono'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { isOpen, may, PERMISSIONS, ROLES, type Role } from '#domain/permissions.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { type Call, callsOf } from '#server/core/contract/calls.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { removeAllFactors } from '#server/features/factors/factor-queries.ts'
import { type Account, type Client, makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { company as own, setUpCompany, testApp } from '../../support/app-setup.ts'
import { makeCompany, readError } from '../../support/builders.ts'
import { findOverstatement } from '../../support/figures/figures.ts'
import { chosenVersion } from '../../support/servers/postgres-server.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'
import { CHECKING, ENROLLING, LEAVING, PROVING } from '../auth/restricted-calls.ts'
import type { CallExample } from '../inspections/call-example.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { MISSING_RECORDS, makeRecords, type Records } from './call-records.ts'

/** A call with its example and its name, such as `GET /api/turbines`. */
interface TestedCall extends Call {
  name: string
  example: CallExample
}

/** The routes of the pages, which the app answers besides its calls. */
const PAGES = ['GET *', 'GET /*']

/** What a role may do does not depend on the database, so the oldest PostgreSQL gets each call only of those who may do everything. */
const TESTED_ROLES = isOnPostgres && chosenVersion() === '15' ? (['superadmin'] as const) : ROLES

let foreign: number
let names: string[]
let calls: TestedCall[]
let sent = 0
const accounts = {} as Record<Role, Account>

// Each test has an app of its own: all rows and files are compared after each refused call, and those of all tests are thousands.
setUpCompany('test', [], { env: { TRUST_PROXY: '1' }, jobs: 'wait' })
beforeEach(async () => {
  // The test writes thousands of times, and its data may be lost in a power failure.
  if (!isOnPostgres) await sql`pragma synchronous = off`.execute(testApp.services.db.write)
  foreign = await makeCompany(testApp)
  for (const role of ROLES) accounts[role] = await makeUser(testApp, { role, company_id: own })
  const found = callsOf(testApp.app.routes.filter(({ method, path }) => !PAGES.includes(`${method} ${path}`)))
  names = found.map(({ method, path }) => `${method} ${path}`)
  calls = found.flatMap((call) => {
    const name = `${call.method} ${call.path}`
    const example = CALL_EXAMPLES[name]
    return example ? { ...call, name, example } : []
  })
})

/** Like the panel, adds a timestamp to every request except GET. */
function addTimestamp(method: string, address: string): string {
  return method === 'GET' ? address : `${address}${address.includes('?') ? '&' : '?'}timestamp=${Date.now()}`
}

async function send(client: Client, { method, path, example }: TestedCall, records: Records) {
  const prepared = await example.prepare?.({ testApp, client, self: records.self.id })
  const address = addTimestamp(method, example.address?.(records) ?? path)
  const body = example.body?.(records)
  // Each request has its own client address, so that no rate limit refuses it.
  const headers = { 'X-Forwarded-For': `10.0.${++sent & 255}.${sent >> 8}`, ...example.headers }
  const cookie = example.cookie?.(records)
  if (cookie !== undefined) Object.assign(headers, { Cookie: cookie })
  if (prepared) return client.json(method, address, prepared, headers)
  if (body === undefined || body instanceof Uint8Array) return client.send(method, address, body, headers)
  if (body instanceof FormData) return client.sendForm(address, body, headers)
  return client.json(method, address, body, headers)
}

/** Sends a call, and expects that it is refused with this error and changes nothing. */
async function expectRefusal(
  client: Client,
  call: TestedCall,
  records: Records,
  expected: [status: number, code: string],
): Promise<void> {
  const before = await testApp.contents()
  const { prepare: _, ...example } = call.example
  const answer = await send(client, { ...call, example }, records)
  expect([call.name, ...(await readError(answer))]).toEqual([call.name, ...expected])
  expect([call.name, answer.headers.get('Cache-Control')]).toEqual([call.name, 'no-store'])
  expect(await testApp.contents()).toEqual(before)
}

async function countAuditEntries(): Promise<number> {
  const { read } = testApp.services.db
  const { count } = await read
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Expects the status that the route documents for a success. */
function expectSuccess(call: TestedCall, answer: Response): void {
  expect([call.name, answer.status]).toEqual([call.name, call.answer.statuses[0]])
}

/** The error code if none of the records exists. A call below a turbine looks for the turbine first. */
function missingCode({ path, example }: TestedCall): string {
  return path.startsWith('/api/turbines') ? 'turbine_not_found' : `${example.about}_not_found`
}

it('has an example of every call', () => {
  expect(Object.keys(CALL_EXAMPLES).sort()).toEqual(names.sort())
  const walked = { id: 'api_calls_as_roles', value: calls.length * ROLES.length, of: calls.length }
  const test = 'tests/server/calls/every-call.sql.test.ts'
  expect(findOverstatement({ ...walked, unit: 'count', test })).toBeUndefined()
})

it('accepts only routes that begin with a permit and document their answer', () => {
  const withoutPermit = new Hono<Env>().get('/open', (c) => c.text('hello'))
  expect(() => callsOf(withoutPermit.routes)).toThrow('GET /open does not begin with a permit.')
  const withoutAnswer = new Hono<Env>().get('/shut', permit('user.read'), (c) => c.text('hello'))
  expect(() => callsOf(withoutAnswer.routes)).toThrow('GET /shut does not document its answers.')
  const silent = new Hono<Env>().post('/made', permit('user.add'), answers('Make.', 201), (c) => c.text(''))
  expect(() => callsOf(silent.routes)).toThrow(
    'POST /made does not declare whether it takes an Idempotency-Key.',
  )
  const right = new Hono<Env>().get('/shut', permit('user.read'), answers('Greet.', 200), (c) => c.text(''))
  expect(callsOf(right.routes)).toMatchObject([{ method: 'GET', path: '/shut', action: 'user.read' }])
})

it('has a call for every action of the permissions', () => {
  const actions = calls.flatMap(({ action, example }) => [action, ...(example.actions ?? [])])
  expect([...new Set(actions)].sort()).toEqual(Object.keys(PERMISSIONS).sort())
})

describe('without a token', () => {
  it('answers 401 to every call that needs a sign-in', async () => {
    const records = await makeRecords(testApp, own, accounts.customer.id)
    for (const call of calls.filter(({ action }) => !isOpen(action))) {
      await expectRefusal(makeVisitor(testApp), call, records, [401, 'unauthenticated'])
    }
  })

  it('answers every call that needs no sign-in', async () => {
    const records = await makeRecords(testApp, own, accounts.customer.id)
    for (const call of calls.filter(({ action }) => isOpen(action))) {
      if (call.example.onlyForThisMachine) {
        await expectRefusal(makeVisitor(testApp), call, records, [403, 'forbidden'])
      } else {
        expectSuccess(call, await send(makeVisitor(testApp), call, records))
      }
    }
  })
})

describe.each([
  {
    state: 'while a session awaits its second factor',
    code: 'second_factor_required',
    allowed: [...LEAVING, ...PROVING],
    restrict: (id: number) =>
      testApp.services.db.write
        .updateTable('session')
        .set({ awaits_factor: 1 })
        .where('user_id', '=', id)
        .execute(),
  },
  {
    state: 'until a user has replaced a mailed password',
    code: 'password_change_required',
    allowed: ['POST /api/auth/logout', 'PUT /api/auth/password'],
    restrict: (id: number) =>
      testApp.edit('user', id, { must_change_password: 1, spent_password_sha256: 'x' }),
  },
  {
    state: 'until a user has enrolled the second factor that the company requires',
    code: 'factor_enrolment_required',
    allowed: [
      ...LEAVING,
      ...PROVING,
      ...ENROLLING,
      ...CHECKING,
      'POST /api/auth/proof',
      'PUT /api/auth/password',
    ],
    restrict: () => testApp.edit('company', own, { second_factor_required: 1 }),
  },
])('$state', ({ code, allowed, restrict }) => {
  it('refuses all other calls, which change nothing', async () => {
    const account = await makeUser(testApp, { role: 'superadmin', company_id: own })
    const client = await signIn(testApp, account)
    const records = await makeRecords(testApp, own, account.id)
    await restrict(account.id)
    const tested = calls.filter(({ action, name }) => !isOpen(action) && !allowed.includes(name))
    for (const call of tested) {
      await expectRefusal(client, call, records, [403, code])
    }
    expect(allowed.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe.each(TESTED_ROLES)('as %s', (role) => {
  const caller = () => ({ id: accounts[role].id, role, company_id: own })

  it('may do to records of the own company what the permissions say, and writes an audit entry for each change', async () => {
    // Both are made anew after a call that changes something, because it may delete a record or end the session.
    let records: Records | undefined
    let client: Client | undefined
    for (const call of calls) {
      records ??= await makeRecords(testApp, own, accounts[role].id)
      client ??= await signIn(testApp, accounts[role])
      if (!may(caller(), call.action, own) || call.example.onlyForThisMachine) {
        await expectRefusal(client, call, records, [403, 'forbidden'])
        continue
      }
      const before = await countAuditEntries()
      expectSuccess(call, await send(client, call, records))
      const entries = (await countAuditEntries()) - before
      const { isDownload = false, writesNoAuditEntry = false } = call.example
      const isAudited = call.method === 'GET' ? isDownload : !writesNoAuditEntry
      expect([call.name, entries]).toEqual([call.name, isAudited ? 1 : 0])
      if (call.method !== 'GET') records = client = undefined
      // Or the next sign-in awaits it.
      if (call.example.prepare) await removeAllFactors(testApp.services.db.write, accounts[role].id)
    }
  })

  it('gets the same answer for a record of another company as for a missing one, unless the permissions reach that company', async () => {
    const client = await signIn(testApp, accounts[role])
    let records: Records | undefined
    for (const call of calls.filter(({ example }) => example.about !== undefined)) {
      records ??= await makeRecords(testApp, foreign, accounts[role].id)
      if (may(caller(), call.action, foreign)) {
        expectSuccess(call, await send(client, call, records))
        if (call.method !== 'GET') records = undefined
        continue
      }
      const before = await testApp.contents()
      const answer = await send(client, call, records)
      const missing = await send(client, call, MISSING_RECORDS)
      const text = await answer.text()
      expect([call.name, answer.status, text]).toEqual([call.name, missing.status, await missing.text()])
      const code = may(caller(), call.action, own) ? missingCode(call) : 'forbidden'
      expect([call.name, JSON.parse(text).error]).toEqual([call.name, code])
      expect(await testApp.contents()).toEqual(before)
    }
  })

  it('does not find a record of a turbine below another turbine', async () => {
    const client = await signIn(testApp, accounts[role])
    const below = calls.filter(
      ({ path, example }) => path.startsWith('/api/turbines/:id/') && example.about !== 'turbine',
    )
    const records = await makeRecords(testApp, own, accounts[role].id)
    const { turbine } = await makeRecords(testApp, own, accounts[role].id)
    for (const call of below) {
      const isAllowed = may(caller(), call.action, own)
      const expected: [number, string] = isAllowed
        ? [404, `${call.example.about}_not_found`]
        : [403, 'forbidden']
      await expectRefusal(client, call, { ...records, turbine }, expected)
    }
  })

  it('adds records only to companies that the permissions reach', async () => {
    const client = await signIn(testApp, accounts[role])
    for (const call of calls.filter(({ example }) => example.namesCompany)) {
      const inForeign = { ...MISSING_RECORDS, company: { id: foreign } }
      if (may(caller(), call.action, foreign)) {
        expectSuccess(call, await send(client, call, inForeign))
        await expectRefusal(client, call, MISSING_RECORDS, [404, 'company_not_found'])
      } else {
        await expectRefusal(client, call, inForeign, [403, 'forbidden'])
        await expectRefusal(client, call, MISSING_RECORDS, [403, 'forbidden'])
      }
    }
  })
})
