import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteOldAuditEntries } from '#server/audit/audit-log.ts'
import {
  type Account,
  type Client,
  House,
  makeCompany,
  makeTurbine,
  makeUser,
  nobody,
  signIn,
} from '../builders.ts'

let house: House
let account: Account
let client: Client
let own: number

beforeAll(async () => {
  house = await House.open({ TRUST_PROXY: '1' })
  own = await makeCompany(house, 'Bora Enerji')
  account = await makeUser(house, { role: 'superadmin', email: 'ada@kanat.example', company_id: own })
  client = await signIn(house, account)
})
beforeEach(() => house.services.db.write.deleteFrom('audit').execute())
afterAll(() => house[Symbol.asyncDispose]())

const entries = async () =>
  (await house.services.db.read.selectFrom('audit').selectAll().execute()) as object[]

it('says who changed which fields of which record, from where and in which request', async () => {
  const turbine = await makeTurbine(house, { company_id: own, code: 'KRB-04' })
  const answer = await client.json(
    'PUT',
    `/api/turbines/${turbine}`,
    { city: 'manisa', code: 'SOM-01', location: 'Soma', rooms: 9 },
    { 'X-Forwarded-For': '203.0.113.7' },
  )
  expect(await entries()).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request_id: answer.headers.get('X-Request-Id'),
      address: '203.0.113.7',
      user_id: account.id,
      user_email: 'ada@kanat.example',
      action: 'turbine.edit',
      record_id: String(turbine),
      record_name: 'KRB-04',
      turbine_id: turbine,
      turbine_name: 'KRB-04',
      changed: JSON.stringify(['city', 'code', 'location', 'rooms']),
    },
  ])
})

it('notes sign-ins, those that were refused, and sign-outs', async () => {
  const body = { email: ' ADA@kanat.example', password: 'not this one' }
  await nobody(house).json('POST', '/api/auth/login', body, { 'X-Forwarded-For': '203.0.113.9' })
  const session = await signIn(house, account)
  await session.send('POST', '/api/auth/logout')
  expect(await entries()).toMatchObject([
    { action: 'session.refuse', record_name: 'ada@kanat.example', user_id: null, address: '203.0.113.9' },
    { action: 'session.open', record_id: String(account.id), user_id: account.id },
    { action: 'session.end', record_id: String(account.id), user_id: account.id },
  ])
})

it('never holds a password, and outlives the one it speaks of', async () => {
  const user = await makeUser(house, { company_id: own, email: 'gone@kanat.example' })
  await client.json('PUT', `/api/users/${user.id}/password`, { password: 'yelkovan-9' })
  await client.delete(`/api/users/${user.id}`)
  expect(await entries()).toMatchObject([
    { action: 'user.set-password', record_name: 'gone@kanat.example', changed: '[]' },
    { action: 'user.delete', record_id: String(user.id), record_name: 'gone@kanat.example' },
  ])
  expect(JSON.stringify(await entries())).not.toContain('yelkovan')
})

it('has no entry without its change: both fail together', async () => {
  await client.json('POST', '/api/companies', { name: 'Bora Enerji' })
  await client.json('DELETE', `/api/companies/${own}`, {})
  expect(await entries()).toEqual([])
})

it('keeps a session alive whose end cannot be noted', async () => {
  const session = await signIn(house, account)
  const { write } = house.services.db
  await sql`create trigger full before insert on audit begin select raise(abort, 'no room'); end`.execute(
    write,
  )
  const answer = await session.send('POST', '/api/auth/logout')
  await sql`drop trigger full`.execute(write)
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([500, null])
  expect((await session.get('/api/auth/verify')).status).toBe(200)
  expect((await session.send('POST', '/api/auth/logout')).status).toBe(200)
})

it('is kept for a year', async () => {
  await client.json('POST', '/api/companies', { name: 'Poyraz' })
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000
  await deleteOldAuditEntries(house.services.db.write, days(364))
  expect(await entries()).toHaveLength(1)
  await deleteOldAuditEntries(house.services.db.write, days(366))
  expect(await entries()).toEqual([])
})
