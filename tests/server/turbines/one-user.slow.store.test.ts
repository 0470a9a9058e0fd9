/** What one user asks for, as often as the server takes it, keeps nobody else waiting. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EXPORTS_PER_USER } from '#domain/limits.ts'
import { type Account, type Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readUpload } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
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
const slow = sql`
  with recursive number(n) as (select 1 union all select n + 1 from number where n < 50000) select max(n) as n from number`

/** One that works for longer than another user's list takes. */
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
})

it.skipIf(isOnPostgres)(
  'statements of one user are read one after the other, and those of another beside them',
  async () => {
    const other = await signInAs(testApp, 'operator', await makeCompany(testApp))
    const ended: string[] = []
    const read = async (name: string, statement: typeof long) => {
      await statement.execute(testApp.services.db.readFor({ ...user, role: undefined }, undefined) as never)
      ended.push(name)
    }
    const own = [read('first', long), read('second', slow)]
    expect((await other.get('/api/findings')).status).toBe(200)
    expect(ended).toEqual([])
    await Promise.all(own)
    expect(ended).toEqual(['first', 'second'])
  },
)

it.skipIf(isOnPostgres)('what a client waits for that has gone is not read any more', async () => {
  const gone = new AbortController()
  const read = (signal?: AbortSignal) =>
    slow.execute(testApp.services.db.readFor({ ...user, role: undefined }, signal) as never)
  const first = read()
  const second = read(gone.signal)
  gone.abort()
  await expect(second).rejects.toThrow('validation_failed')
  await first
})

it('orders of archives are checked two at a time, and all of one user are accepted', async () => {
  const { data } = await readUpload(await operator.upload(turbine, { 'a.jpg': await jpeg() }))
  const { promise, resolve } = Promise.withResolvers<number>()
  const look = vi.spyOn(testApp.services.store, 'size').mockReturnValue(promise)
  const order = async () =>
    (
      await operator.json('POST', `/api/turbines/${turbine}/photos/archives`, {
        ids: data.map(({ id }) => id),
      })
    ).status
  const statuses = Array.from({ length: 30 }, order)
  await expect.poll(() => look.mock.calls.length).toBe(2)
  // Another list is answered after everything that could have begun meanwhile.
  expect((await (await signInAs(testApp, 'operator')).get('/api/turbines')).status).toBe(200)
  expect(look).toHaveBeenCalledTimes(2)
  resolve(data[0]?.size ?? 0)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]))
  expect(look).toHaveBeenCalledTimes(30)
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
