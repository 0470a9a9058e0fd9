import { expect, it } from 'vitest'
import { makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { testApp } from '../../support/app-setup.ts'
import { own, setUpAudit } from './audit-setup.ts'

setUpAudit()

const entriesOf = (action: string) =>
  testApp.services.db.read
    .selectFrom('audit')
    .select(['record_id', 'record_name', 'address', 'user_id', 'company_id'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()

const guess = async (email: string, address: string) => {
  const headers = { 'X-Forwarded-For': address }
  return (await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password: 'wrong' }, headers))
    .status
}

it('a throttled sign-in has an entry with its account, one for each address in the window', async () => {
  const user = await makeUser(testApp, { company_id: own })
  const statuses = []
  for (let n = 0; n < 30; n += 1) statuses.push(await guess(user.email, '10.7.0.1'))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20)
  const entry = { record_id: String(user.id), record_name: user.email, user_id: null, company_id: own }
  expect(await entriesOf('session.throttle')).toEqual([{ ...entry, address: '10.7.0.1' }])
})

it('a flood of guesses of one account from many addresses, or of many accounts from one, adds few entries', async () => {
  const user = await makeUser(testApp, { company_id: own })
  for (let n = 0; n < 100; n += 1) await guess(user.email, `10.8.0.${n}`)
  expect(await entriesOf('session.throttle')).toHaveLength(10)
  for (let n = 0; n < 150; n += 1) await guess(`nobody-${n}@kanat.example`, '10.9.0.1')
  const added = (await entriesOf('session.throttle')).slice(10)
  expect(added).toHaveLength(10)
  expect(added[0]).toMatchObject({ record_id: '', company_id: null, record_name: 'nobody-100@kanat.example' })
})

it('a throttled guess of the own password has an entry with its user', async () => {
  const user = await makeUser(testApp, { company_id: own })
  const client = await signIn(testApp, user)
  for (let n = 0; n < 20; n += 1)
    await client.json('PUT', '/api/auth/password', { current_password: 'wrong', password: 'yelkovan-9' })
  expect(await entriesOf('password.throttle')).toMatchObject([
    { record_name: user.email, user_id: user.id, company_id: own },
  ])
})
