/** What one user asks for, as often as the server takes it, keeps nobody else waiting. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EXPORTS_PER_USER } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import { gatherReport } from '#server/features/inspections/gather-report.ts'
import { type Account, type Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readUpload } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { EMPTY_INSPECTION, inspectionOf, readInspection } from '../../support/inspection-setup.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'

let user: Account
let operator: Client
let turbine: number

setUpApp('test', { jobs: 'wait' })
beforeEach(async () => {
  user = await makeUser(testApp, { role: 'superadmin' })
  operator = await signIn(testApp, user)
  turbine = await makeTurbine(testApp, { company_id: 999 })
})

/** A statement of SQLite that works for some time. */
const slow = sql<{ n: number }>`
  with recursive number(n) as (select 1 union all select n + 1 from number where n < 50000) select max(n) as n from number`

/** One that works for longer than it takes to ask fifty times. */
const long = sql`
  with recursive number(n) as (select 1 union all select n + 1 from number where n < 5000000) select max(n) from number`

describe('exports', () => {
  it('are refused before the first byte if their user has as many as are allowed', async () => {
    await addFinding(operator, turbine)
    const running = await Promise.all(
      Array.from({ length: EXPORTS_PER_USER }, () => operator.get('/api/findings.csv')),
    )
    expect(running.map(({ status }) => status)).toEqual(running.map(() => 200))
    for (const path of ['/api/findings.csv', '/api/findings.geojson', '/api/findings.coco.json']) {
      const refused = await operator.get(path)
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    }
    const other = await signInAs(testApp, 'superadmin')
    expect(await (await other.get('/api/findings.csv')).text()).toContain('A-LE-001')
    expect((await operator.send('HEAD', '/api/findings.csv')).status).toBe(200)
    await running[0]?.text()
    await running[1]?.body?.cancel()
    for (let time = 0; time < 2; time += 1)
      expect((await operator.get('/api/findings.geojson')).status).toBe(200)
  })

  it('of one company are six at most, and other companies get theirs', async () => {
    await addFinding(operator, turbine)
    const [own, second, third] = [
      await makeCompany(testApp),
      await makeCompany(testApp),
      await makeCompany(testApp),
    ]
    const users = []
    for (let count = 0; count < 4; count += 1) users.push(await signInAs(testApp, 'viewer', own))
    const running: Response[] = []
    for (const user of users.slice(0, 2))
      for (let count = 0; count < EXPORTS_PER_USER; count += 1)
        running.push(await user.get('/api/findings.csv'))
    expect(running.map(({ status }) => status)).toEqual(Array(6).fill(200))
    for (const user of users.slice(2)) {
      const refused = await user.get('/api/findings.geojson')
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    }
    const others = [await signInAs(testApp, 'viewer', second), await signInAs(testApp, 'viewer', third)]
    const ofOthers = []
    for (const other of others) ofOthers.push(await other.get('/api/findings.csv'))
    expect(ofOthers.map(({ status }) => status)).toEqual([200, 200])
    // There are eight now, as many as are allowed.
    expect((await operator.get('/api/findings.csv')).status).toBe(429)
    await ofOthers[0]?.text()
    expect((await operator.get('/api/findings.csv')).status).toBe(200)
    for (const file of running.slice(0, 3)) await file.body?.cancel()
    expect((await users[2]?.get('/api/findings.csv'))?.status).toBe(200)
  })

  it.skipIf(isOnPostgres)('do not break off while much else of their user waits', async () => {
    await addFinding(operator, turbine)
    const waiting = Array.from({ length: 51 }, () =>
      slow.execute(testApp.services.db.readAccepted({ ...user, role: undefined }, undefined) as never),
    )
    await nextTurn()
    expect(() => testApp.services.db.readFor({ ...user, role: undefined }, undefined)).toThrow(
      'too_many_requests',
    )
    const file = await operator.get('/api/findings.csv')
    expect(await file.text()).toContain('A-LE-001')
    await Promise.all(waiting)
  })
})

it.skipIf(isOnPostgres)('inspections and reports are read in the turns of who asks for them', async () => {
  const company = await makeCompany(testApp)
  const other = await signInAs(testApp, 'operator', company)
  const turbineOfOther = await makeTurbine(testApp, { company_id: company })
  const running = long.execute(testApp.services.db.readFor({ ...user, role: undefined }, undefined) as never)
  const headers = { Authorization: `Bearer ${operator.token}` }
  const asked = Array.from({ length: 60 }, () =>
    testApp.app.request(inspectionOf(turbine, 2026), { headers }),
  )
  await fillTurns()
  // What was accepted of this user goes on, and so does what another one asks for.
  const { signal } = new AbortController()
  const [gathered, inspection] = await Promise.all([
    gatherReport(
      testApp.services,
      { ...user, role: undefined },
      { id: turbine, company_id: 999 } as Turbine,
      { year: 2026, inspectionVersion: null },
      signal,
    ),
    readInspection(other, turbineOfOther),
  ])
  expect([gathered.inspection, inspection]).toMatchObject([EMPTY_INSPECTION, EMPTY_INSPECTION])
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  await running
})

it.skipIf(isOnPostgres)('what a client waits for that has gone is not read any more', async () => {
  const gone = new AbortController()
  const running = long.execute(testApp.services.db.readFor({ ...user, role: undefined }, undefined) as never)
  const path = '/api/findings/summary?due_before='
  const headers = { Authorization: `Bearer ${operator.token}` }
  const left = Array.from({ length: 50 }, (_, day) =>
    testApp.app.request(`${path}${2100 + day}-01-01`, { headers, signal: gone.signal }),
  )
  await fillTurns()
  gone.abort()
  expect(isFull()).toBe(false)
  for (const answer of await Promise.all(left)) expect(answer.status).toBe(400)
  await running
})

/** Waits until as much of the user waits as is allowed. */
async function fillTurns(): Promise<void> {
  for (let turn = 0; turn < 10_000 && !isFull(); turn += 1) await nextTurn()
  expect(isFull()).toBe(true)
}

function isFull(): boolean {
  try {
    testApp.services.db.readFor({ ...user, role: undefined }, undefined)
    return false
  } catch {
    return true
  }
}

it('archives of one user are ordered one after the other, and no more than some wait', async () => {
  const { data } = await readUpload(await operator.upload(turbine, { 'a.jpg': await jpeg() }))
  const { promise, resolve } = Promise.withResolvers<number>()
  const look = vi.spyOn(testApp.services.store, 'size').mockReturnValue(promise)
  let refused = 0
  const order = async () => {
    const { status } = await operator.json('POST', `/api/turbines/${turbine}/photos/archives`, {
      ids: data.map(({ id }) => id),
    })
    if (status === 429) refused += 1
    if (status === 429 && refused === 9) {
      expect(look.mock.calls.length).toBeLessThan(2)
      resolve(data[0]?.size ?? 0)
    }
    return status
  }
  const statuses = await Promise.all(Array.from({ length: 30 }, order))
  expect(statuses.filter((status) => status === 201)).toHaveLength(21)
  expect(look).toHaveBeenCalledTimes(21)
  look.mockRestore()
})

it('a user whom many rows name is deleted in several transactions', async () => {
  const { id, email } = await makeUser(testApp)
  await addFinding(operator, turbine)
  await sql`
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 2000)
    insert into finding (turbine_id, serial, blade, side, type, severity, positions_m, text, status, year, found_on, due_reason,
      user_id, user_name, created_at, updated_at)
    select turbine_id, serial + n, blade, side, type, severity, positions_m, text, status, year, found_on, due_reason,
      ${id}, 'Ada Yel', created_at, updated_at
    from finding, number where serial = 1`.execute(testApp.services.db.write)
  const transactions = vi.spyOn(testApp.services.transactions, 'run')
  expect((await operator.delete(`/api/users/${id}`)).status).toBe(200)
  // Between two of them, others can change something.
  expect(transactions).toHaveBeenCalledTimes(2)
  const { rows } = await sql<{ named: number; left: number }>`
    select count(case when user_id is not null and user_name = 'Ada Yel' and serial > 1 then 1 end) as named,
      count(*) as "left" from finding`.execute(testApp.services.db.write)
  expect(rows.map(({ named, left }) => [Number(named), Number(left)])).toEqual([[0, 2001]])
  expect(await readData<{ email: string }[]>(await operator.get('/api/users'))).not.toContainEqual(
    expect.objectContaining({ email }),
  )
})
