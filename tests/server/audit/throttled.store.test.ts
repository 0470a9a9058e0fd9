import { expect, it } from 'vitest'
import { makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { testApp } from '../../support/app-setup.ts'
import { enrolTotp } from '../../support/factors/factors.ts'
import { own, setUpAudit } from './audit-setup.ts'

setUpAudit()

const entriesOf = (action: string) =>
  testApp.services.db.read
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute()

async function guess(times: number, nameAndAddress: (n: number) => [email: string, address: string]) {
  for (let n = 0; n < times; n += 1) {
    const [email, address] = nameAndAddress(n)
    const headers = { 'X-Forwarded-For': address }
    await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password: 'wrong' }, headers)
  }
}

it('a throttled sign-in has one entry for its account and address, and a flood adds few', async () => {
  const { id, email } = await makeUser(testApp, { company_id: own })
  await guess(30, () => [email, '10.7.0.1'])
  const entry = {
    record_id: String(id),
    record_name: email,
    user_id: null,
    company_id: own,
    address: '10.7.0.1',
  }
  expect(await entriesOf('session.throttle')).toMatchObject([entry])
  await guess(100, (n) => [email, `10.8.0.${n}`])
  expect(await entriesOf('session.throttle')).toHaveLength(10)
  await guess(150, (n) => [`nobody-${n}@kanat.example`, '10.9.0.1'])
  const added = (await entriesOf('session.throttle')).slice(10)
  expect(added).toHaveLength(10)
  expect(added[0]).toMatchObject({ record_id: '', company_id: null, record_name: 'nobody-100@kanat.example' })
})

it('throttled guesses of the own password and of a code have an entry with their user', async () => {
  const user = await makeUser(testApp, { company_id: own })
  const client = await signIn(testApp, user)
  await enrolTotp(testApp, user.id)
  for (let n = 0; n < 10; n += 1) {
    await client.json('POST', '/api/auth/proof', { password: 'wrong' }, { 'X-Forwarded-For': '10.6.0.1' })
    await client.json('POST', '/api/auth/proof', { code: '000000' }, { 'X-Forwarded-For': '10.6.0.2' })
  }
  for (const action of ['password.throttle', 'factor.throttle'])
    expect(await entriesOf(action)).toMatchObject([{ user_id: user.id, company_id: own }])
})
