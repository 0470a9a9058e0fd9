/**
 * What is not published answers customers, viewers and other companies as what does not exist, on every path: everything that they can read
 * is the same to the byte before and after something is hidden, and each hidden record answers as a missing one. The calls come from the
 * app, so a new one is tried by itself.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { may, type Role } from '#domain/permissions.ts'
import type { Call } from '#server/core/contract/calls.ts'
import { calls } from '#server/start/app.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { publishInspection } from '../../support/publish-inspection.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { MISSING_RECORDS, makeRecords, type Records } from '../calls/call-records.ts'
import { type HiddenRecords, hideRecords, SECRET, YEARS } from './hidden-records.ts'
import { type Address, addressesOf, addressOf, nameOf, ofYear, unknownParameters } from './shown-addresses.ts'

/** Those who must not notice anything: two roles of the company, and two of another one. */
const OUTSIDERS = [
  { role: 'customer', company: 'own' },
  { role: 'viewer', company: 'own' },
  { role: 'admin', company: 'foreign' },
  { role: 'customer', company: 'foreign' },
] as const
const OF_COMPANY = ['customer', 'viewer'] as const

/** A year without anything. */
const EMPTY_YEAR = 2000

interface Read {
  status: number
  etag: string | null
  text: string
}

let companies: { own: number; foreign: number }
let records: Records
let hidden: HiddenRecords
let addresses: Address[]
const clients: { outsider: (typeof OUTSIDERS)[number]; client: Client; before: Map<string, Read> }[] = []
let operator: Client
/** What the team reads after something was hidden. */
let shownToTeam: Map<string, Read>
let sent = 0
/** How many answers were compared. */
let cells = 0

async function member(role: Role, company_id: number): Promise<[Account, Client]> {
  const account = await makeUser(testApp, { role, company_id })
  return [account, await signIn(testApp, account)]
}

/** Each request has its own client address, so that no rate limit refuses it. */
const headersOf = (more: Record<string, string> = {}) => ({
  'X-Forwarded-For': `10.${++sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
  ...more,
})

async function read(client: Client, address: string, headers?: Record<string, string>): Promise<Read> {
  const answer = await client.send('GET', address, undefined, headersOf(headers))
  return { status: answer.status, etag: answer.headers.get('ETag'), text: await answer.text() }
}

async function readAll(client: Client): Promise<Map<string, Read>> {
  const answers = new Map<string, Read>()
  for (const { address } of addresses) answers.set(address, await read(client, address))
  return answers
}

/** Sends the example of a call to an address. */
function sendTo(client: Client, call: Call, address: string, about: Records): Promise<Response> {
  const { body: bodyOf, headers: more } = CALL_EXAMPLES[nameOf(call)] ?? {}
  const body = bodyOf?.(about)
  if (body === undefined || body instanceof Uint8Array)
    return client.send(call.method, address, body, headersOf(more))
  if (body instanceof FormData) return client.sendForm(address, body, headersOf(more))
  return client.json(call.method, address, body, headersOf(more))
}

const sameAs = async (answer: Response) => [answer.status, answer.headers.get('ETag'), await answer.text()]

/** Leaks that the answers show, by call. */
async function compare(
  client: Client,
  call: Call,
  [hiddenAddress, about]: [string, Records],
  [missingAddress, missing]: [string, Records],
): Promise<string[]> {
  cells += 1
  const answer = await sameAs(await sendTo(client, call, hiddenAddress, about))
  const expected = await sameAs(await sendTo(client, call, missingAddress, missing))
  return JSON.stringify(answer) === JSON.stringify(expected) ? [] : [`${nameOf(call)}: ${answer}`]
}

/** A dossier is prepared of a version, which is withdrawn afterwards. */
async function withdrawDossier({ dossier_job }: Records): Promise<void> {
  const { write } = testApp.services.db
  const { turbine_id, year } = await write
    .selectFrom('file_job')
    .select(['turbine_id', 'year'])
    .where('id', '=', dossier_job.id)
    .executeTakeFirstOrThrow()
  await write
    .updateTable('inspection_version')
    .set({ withdrawn_at: new Date().toISOString() })
    .where('turbine_id', '=', turbine_id)
    .where('year', '=', year)
    .execute()
}

setUpApp('file', { env: { TRUST_PROXY: '1' }, jobs: 'wait' })
beforeAll(async () => {
  companies = { own: await makeCompany(testApp), foreign: await makeCompany(testApp) }
  const [account, client] = await member('operator', companies.own)
  operator = client
  records = await makeRecords(testApp, companies.own, account.id)
  await withdrawDossier(records)
  const [stranger] = await member('operator', companies.foreign)
  await makeRecords(testApp, companies.foreign, stranger.id)
  addresses = addressesOf(records)
  const [, admin] = await member('admin', companies.own)
  for (const outsider of OUTSIDERS) {
    const [, client] = await member(outsider.role, companies[outsider.company])
    clients.push({ outsider, client, before: new Map() })
  }
  for (const each of clients) each.before = await readAll(each.client)
  const customer = clients[0]?.client as Client
  hidden = await hideRecords(testApp, { operator, admin, customer }, records)
  // What the team has read is in memory when the others ask.
  shownToTeam = await readAll(operator)
})

it('has values for every parameter of every list', () => {
  expect(unknownParameters()).toEqual([])
  expect(addresses.length).toBeGreaterThan(100)
})

it('is there for the team', async () => {
  for (const [what, about] of Object.entries(hidden)) {
    const [kind = ''] = Object.keys(about)
    const named = calls.filter(
      (call) => call.method === 'GET' && CALL_EXAMPLES[nameOf(call)]?.about === kind && kind !== 'comment',
    )
    for (const call of named) {
      const { status } = await read(operator, addressOf(call, { ...records, ...about }))
      expect([what, nameOf(call), status]).toEqual([what, nameOf(call), 200])
    }
  }
  const secrets = [...shownToTeam].filter(([, { text }]) => text.includes(SECRET))
  expect(secrets.length).toBeGreaterThan(30)
})

describe.each(OUTSIDERS)('a $role of the $company company', (outsider) => {
  const mine = () => clients.find((each) => each.outsider === outsider) as (typeof clients)[number]

  it('reads the same on every path as before something was hidden', async () => {
    const { client, before } = mine()
    const leaks: string[] = []
    for (const { address } of addresses) {
      cells += 1
      const [then, now] = [before.get(address), await read(client, address)]
      if (JSON.stringify(now) !== JSON.stringify(then)) leaks.push(`${address}: ${now.status} ${now.text}`)
      if (now.text.includes(SECRET)) leaks.push(`${address} says it`)
    }
    expect(leaks).toEqual([])
  })

  it('gets 304 for what it has read before, and no 304 for what the team has read', async () => {
    const { client, before } = mine()
    const leaks: string[] = []
    let remembered = 0
    for (const { address } of addresses) {
      const [etag, ofTeam] = [before.get(address)?.etag, shownToTeam.get(address)?.etag]
      if (!etag) continue
      remembered += 1
      cells += 1
      if ((await read(client, address, { 'If-None-Match': etag })).status !== 304) leaks.push(address)
      if (!ofTeam || ofTeam === etag) continue
      cells += 1
      if ((await read(client, address, { 'If-None-Match': ofTeam })).status === 304) leaks.push(address)
    }
    expect(leaks).toEqual([])
    if (outsider.company === 'own') expect(remembered).toBeGreaterThan(50)
  })
})

describe.each(OF_COMPANY)('each hidden record, for a %s', (role) => {
  const client = () => clients.find(({ outsider }) => outsider.role === role)?.client as Client
  const mayCall = (call: Call) => may({ id: 0, role, company_id: companies.own }, call.action, companies.own)

  it('answers every call as a record that does not exist, and nothing changes', async () => {
    const before = await testApp.contents()
    const leaks: string[] = []
    let tried = 0
    for (const about of Object.values(hidden)) {
      const [kind = ''] = Object.keys(about)
      for (const call of calls.filter((call) => CALL_EXAMPLES[nameOf(call)]?.about === kind)) {
        const wanted = { ...records, ...about }
        const missing = { ...records, [kind]: MISSING_RECORDS[kind as keyof Records] }
        leaks.push(
          ...(await compare(
            client(),
            call,
            [addressOf(call, wanted), wanted],
            [addressOf(call, missing), missing],
          )),
        )
        if (mayCall(call)) tried += 1
      }
    }
    expect(leaks).toEqual([])
    expect(tried).toBeGreaterThan(10)
    expect(await testApp.contents()).toEqual(before)
  })

  it('cannot be commented, if it is a finding', async () => {
    const call = calls.find((call) => nameOf(call) === 'POST /api/turbines/:id/comments') as Call
    const address = addressOf(call, records)
    const findings = Object.values(hidden).flatMap(({ finding }) => finding ?? [])
    const answers: unknown[] = []
    for (const { id } of [...findings, MISSING_RECORDS.finding]) {
      cells += 1
      const body = { comment: 'x', finding_id: id }
      answers.push(await sameAs(await client().json('POST', address, body, headersOf())))
    }
    expect(answers).toEqual(answers.map(() => answers.at(-1)))
    expect(findings).toHaveLength(4)
  })

  it('is an inspection like that of a year without anything', async () => {
    const leaks: string[] = []
    for (const call of calls.filter(({ path }) => path.includes(':year'))) {
      const address = addressOf(call, records)
      for (const year of [YEARS.draft, YEARS.withdrawn, YEARS.later])
        leaks.push(
          ...(await compare(
            client(),
            call,
            [ofYear(address, year), records],
            [ofYear(address, EMPTY_YEAR), records],
          )),
        )
    }
    expect(leaks).toEqual([])
  })
})

it('is no earlier finding of a published one', async () => {
  const turbine = await makeTurbine(testApp, { company_id: companies.own })
  const earlier = await addFinding(operator, turbine, { year: YEARS.draft, found_on: '2025-05-02' })
  const fields = { year: YEARS.published, found_on: '2026-05-02', severity: 2, earlier_id: earlier.id }
  const { id } = await addFinding(operator, turbine, fields)
  await publishInspection(operator, turbine, YEARS.published)
  for (const { client } of clients.filter(({ outsider }) => outsider.company === 'own')) {
    for (const path of [`/${id}`, `/${id}/history`, '']) {
      const answer = await readData<Finding | Finding[]>(await client.get(findingsOf(turbine, path)))
      const shown = [answer].flat().map(({ id, earlier_id }) => ({ id, earlier_id }))
      expect(shown).toEqual([{ id, earlier_id: null }])
    }
  }
  expect((await readData<Finding>(await operator.get(findingsOf(turbine, `/${id}`)))).earlier_id).toBe(
    earlier.id,
  )
})

it('was tried in thousands of cells', () => {
  expect(cells).toBeGreaterThan(1500)
})
