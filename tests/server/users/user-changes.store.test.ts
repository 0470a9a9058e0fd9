import { beforeEach, describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { clients, foreign, company as own, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readData, readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { protectedUser, setUpUsers, signInStatus } from './users-setup.ts'

setUpUsers()

const change = (client: Client, id: number, body: object) => client.json('PUT', `/api/users/${id}`, body)
const isSignedIn = async (client: Client) => (await client.get('/api/auth/verify')).status === 200

describe('changing a user', () => {
  let mine: Account
  let theirs: Account
  beforeEach(async () => {
    mine = await makeUser(testApp, { company_id: own })
    theirs = await makeUser(testApp, { company_id: foreign })
  })

  it('changes the given fields and keeps the rest', async () => {
    const answer = await change(clients.superadmin, mine.id, {
      first_name: 'Deniz',
      company_id: foreign,
      role: 'viewer',
    })
    expect(answer.status).toBe(200)
    expect(await readData(answer)).toEqual({
      revision: expect.any(Number),
      id: mine.id,
      first_name: 'Deniz',
      last_name: 'Yel',
      email: mine.email,
      role: 'viewer',
      company_id: foreign,
      company_name: 'Lodos Rüzgâr',
      is_active: true,
      inspection_notices: false,
      last_sign_in_at: null,
      email_confirmed: true,
      has_second_factor: false,
      is_protected: false,
    })
  })

  it('allows an admin to change users of the company, without a higher role or another company', async () => {
    const answer = await change(clients.admin, mine.id, { role: 'admin', company_id: own, last_name: 'Ak' })
    expect(await readData(answer)).toMatchObject({ role: 'admin', last_name: 'Ak' })

    const peer = await makeUser(testApp, { role: 'superadmin', company_id: own })
    const before = await testApp.contents()
    const refused: [id: number, body: object, error: [number, string]][] = [
      [mine.id, { role: 'superadmin' }, [403, 'forbidden']],
      [mine.id, { role: 'super_admin' }, [403, 'forbidden']],
      [mine.id, { company_id: foreign }, [403, 'forbidden']],
      [mine.id, { company_id: 12345 }, [403, 'forbidden']],
      [mine.id, { password: 'yelkovan' }, [400, 'validation_failed']],
      [peer.id, { first_name: 'x' }, [403, 'forbidden']],
      [theirs.id, { first_name: 'x' }, [404, 'user_not_found']],
      [protectedUser.id, { first_name: 'x' }, [404, 'user_not_found']],
      [12345, { first_name: 'x' }, [404, 'user_not_found']],
    ]
    for (const [id, body, error] of refused) {
      expect([body, await readError(await change(clients.admin, id, body))]).toEqual([body, error])
    }
    expect(await testApp.contents()).toEqual(before)
  })

  it('ends the sessions of a deactivated user, also if the user becomes active again', async () => {
    const client = await signIn(testApp, mine)
    await change(clients.admin, mine.id, { is_active: false })
    expect(await isSignedIn(client)).toBe(false)
    await change(clients.admin, mine.id, { is_active: true })
    expect(await isSignedIn(client)).toBe(false)
    expect(await isSignedIn(await signIn(testApp, mine))).toBe(true)
  })

  it('refuses an existing address and a missing company', async () => {
    const taken = await change(clients.superadmin, mine.id, { email: theirs.email.toUpperCase() })
    expect(await readError(taken)).toEqual([409, 'email_taken'])
    const nowhere = await change(clients.superadmin, mine.id, { company_id: 12345 })
    expect(await readError(nowhere)).toEqual([404, 'company_not_found'])
    expect((await change(clients.superadmin, mine.id, { email: mine.email.toUpperCase() })).status).toBe(200)
  })
})

describe('setting a user’s password', () => {
  const set = (client: Client, id: number, password = 'yelkovan') =>
    client.json('PUT', `/api/users/${id}/password`, { password })

  it('ends all sessions of the user', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const client = await signIn(testApp, account)
    expect((await set(clients.superadmin, account.id)).status).toBe(200)
    expect(await isSignedIn(client)).toBe(false)
    expect(await signInStatus(account.email, account.password)).toBe(401)
    expect(await signInStatus(account.email, 'yelkovan')).toBe(200)
  })

  it('needs six characters, and is allowed only to superadmins', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const before = await testApp.contents()
    await expectError(set(clients.superadmin, account.id, '12345'), 400, 'validation_failed')
    expect(await readError(await set(clients.superadmin, 12345))).toEqual([404, 'user_not_found'])
    for (const role of ROLES.filter((name) => name !== 'superadmin')) {
      expect(await readError(await set(clients[role], account.id))).toEqual([403, 'forbidden'])
    }
    expect(await testApp.contents()).toEqual(before)
  })
})

describe('deleting a user', () => {
  it('keeps the photos and comments of the user with the name', async () => {
    const account = await makeUser(testApp, { role: 'operator', company_id: own })
    const client = await signIn(testApp, account)
    const turbine = await makeTurbine(testApp, { company_id: own })
    await client.upload(turbine, { 'a.jpg': await jpeg() })
    await client.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'Kök bölgesinde çatlak var.' })

    expect((await clients.admin.delete(`/api/users/${account.id}`)).status).toBe(200)
    expect(await isSignedIn(client)).toBe(false)
    expect(await readData(await clients.viewer.get(`/api/turbines/${turbine}/photos`))).toMatchObject([
      { originalName: 'a.jpg', uploader_name: 'Ada Yel', uploader_email: account.email },
    ])
    expect(await readData(await clients.viewer.get(`/api/turbines/${turbine}/comments`))).toMatchObject([
      { user_id: null, user_name: 'Ada Yel', comment: 'Kök bölgesinde çatlak var.' },
    ])
  })

  it('is refused for oneself, for higher roles and for users of other companies', async () => {
    const admin = await makeUser(testApp, { role: 'admin', company_id: own })
    const client = await signIn(testApp, admin)
    const above = await makeUser(testApp, { role: 'superadmin', company_id: own })
    const theirs = await makeUser(testApp, { company_id: foreign })
    const before = await testApp.contents()
    for (const [id, error] of [
      [admin.id, [403, 'forbidden']],
      [above.id, [403, 'forbidden']],
      [theirs.id, [404, 'user_not_found']],
      [12345, [404, 'user_not_found']],
    ] as const) {
      expect(await readError(await client.delete(`/api/users/${id}`))).toEqual(error)
    }
    expect(await testApp.contents()).toEqual(before)
  })
})

it('refuses every change of the protected user', async () => {
  const themselves = await signIn(testApp, protectedUser)
  const before = await testApp.contents()
  const { id } = protectedUser
  for (const answer of [
    await change(clients.superadmin, id, { first_name: 'x' }),
    await clients.superadmin.json('PUT', `/api/users/${id}/password`, { password: 'yelkovan' }),
    await clients.superadmin.delete(`/api/users/${id}`),
    await change(themselves, id, { first_name: 'x' }),
  ]) {
    expect(await readError(answer)).toEqual([403, 'forbidden'])
  }
  expect(await testApp.contents()).toEqual(before)
})
