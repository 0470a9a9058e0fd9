import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { testApp } from '../../support/app-setup.ts'
import { makeTurbine } from '../../support/builders.ts'
import { deleteAsIn } from '../../support/time/delete-as-in.ts'
import { account, client, own, setUpAudit } from './audit-setup.ts'

setUpAudit()

const entries = async () =>
  (await testApp.services.db.read.selectFrom('audit').selectAll().execute()) as object[]

it('has the user, the changed fields, the record, the address and the request of a change', async () => {
  const turbine = await makeTurbine(testApp, { company_id: own, code: 'KRB-04' })
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
      moved: null,
      reassigned: null,
      company_id: own,
    },
  ])
})

it('has entries for sign-ins, refused sign-ins and sign-outs', async () => {
  const body = { email: ' ADA@kanat.example', password: 'not this one' }
  await makeVisitor(testApp).json('POST', '/api/auth/login', body, { 'X-Forwarded-For': '203.0.113.9' })
  const session = await signIn(testApp, account)
  await session.send('POST', '/api/auth/logout')
  expect(await entries()).toMatchObject([
    { action: 'session.refuse', record_name: 'ada@kanat.example', user_id: null, address: '203.0.113.9' },
    { action: 'session.open', record_id: String(account.id), user_id: account.id },
    { action: 'session.end', record_id: String(account.id), user_id: account.id },
  ])
})

it('never contains a password, and keeps its entries when the user is deleted', async () => {
  const user = await makeUser(testApp, { company_id: own, email: 'gone@kanat.example' })
  await client.json('PUT', `/api/users/${user.id}/password`, { password: 'yelkovan-9' })
  await client.delete(`/api/users/${user.id}`)
  expect(await entries()).toMatchObject([
    { action: 'user.set-password', record_name: 'gone@kanat.example', changed: '[]' },
    { action: 'user.delete', record_id: String(user.id), record_name: 'gone@kanat.example' },
  ])
  expect(JSON.stringify(await entries())).not.toContain('yelkovan')
})

it('stores an entry and its change together or neither', async () => {
  await client.json('POST', '/api/companies', { name: 'Bora Enerji' })
  await client.json('DELETE', `/api/companies/${own}`, {})
  expect(await entries()).toEqual([])
})

it('does not end a session if the entry cannot be written', async () => {
  const session = await signIn(testApp, account)
  const { write } = testApp.services.db
  await sql`alter table audit rename to gone`.execute(write)
  const answer = await session.send('POST', '/api/auth/logout')
  await sql`alter table gone rename to audit`.execute(write)
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([500, null])
  expect((await session.get('/api/auth/verify')).status).toBe(200)
  expect((await session.send('POST', '/api/auth/logout')).status).toBe(200)
})

it('deletes old entries in groups', async () => {
  const { write } = testApp.services.db
  const row = {
    at: '2020-01-01T00:00:00.000Z',
    request_id: '',
    address: '',
    user_email: '',
    action: 'user.add',
  } as const
  const rest = { record_id: '1', record_name: '', turbine_name: '', changed: '[]' }
  await write
    .insertInto('audit')
    .values(Array.from({ length: 250 }, () => ({ ...row, ...rest, user_id: null, turbine_id: null })))
    .execute()
  const run = vi.spyOn(testApp.services.transactions, 'run')
  await deleteAsIn(testApp.services, Date.now())
  expect(await write.selectFrom('audit').select('id').where('at', '=', row.at).execute()).toEqual([])
  expect(run.mock.calls.length).toBeGreaterThan(1)
  run.mockRestore()
})

it('keeps entries for a year', async () => {
  await client.json('POST', '/api/companies', { name: 'Poyraz' })
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000
  await deleteAsIn(testApp.services, days(364))
  expect(await entries()).toHaveLength(1)
  await deleteAsIn(testApp.services, days(366))
  expect(await entries()).toEqual([])
})
