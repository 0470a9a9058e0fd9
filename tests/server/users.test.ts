import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/permissions.ts'
import type { User } from '#domain/user.ts'
import {
  type Account,
  type Client,
  jpeg,
  makeCompany,
  makeTurbine,
  makeUser,
  makeVisitor,
  readData,
  readError,
  signIn,
  signInAsEachRole,
  TestApp,
} from '../builders.ts'

let testApp: TestApp
let protectedUser: Account
let own: number
let foreign: number
let clients: Record<Role, Client>

beforeAll(async () => {
  testApp = await TestApp.open()
  own = await makeCompany(testApp, 'Bora Enerji')
  foreign = await makeCompany(testApp, 'Lodos Rüzgâr')
  protectedUser = await makeUser(testApp, { role: 'superadmin' })
  clients = await signInAsEachRole(testApp, own)
})
afterAll(() => testApp[Symbol.asyncDispose]())

const draft = {
  first_name: 'İdil',
  last_name: 'Işık',
  email: 'idil@kanat.example',
  password: 'yelkovan',
  role: 'operator',
}
const change = (client: Client, id: number, body: object) => client.json('PUT', `/api/users/${id}`, body)
const isSignedIn = async (client: Client) => (await client.get('/api/auth/verify')).status === 200
const signInStatus = async (email: string, password: string) =>
  (await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password })).status

describe('listing users', () => {
  it('returns all users to superadmins and those of the company to admins, without passwords and hashes', async () => {
    const theirs = await makeUser(testApp, { company_id: foreign })
    const all = await readData<User[]>(await clients.superadmin.get('/api/users'))
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([protectedUser.id, theirs.id]))
    expect(Object.keys(all[0] as User).sort()).toEqual(
      [
        ...['id', 'first_name', 'last_name', 'email', 'role', 'company_id', 'company_name', 'is_active'],
        ...['last_sign_in_at', 'is_protected'],
      ].sort(),
    )
    const mine = await readData<User[]>(
      await clients.admin.get(`/api/users?company_id=${foreign}&role=superadmin`),
    )
    expect(new Set(mine.map(({ company_id }) => company_id))).toEqual(new Set([own]))
  })

  it('tells when a user last signed in, and which user is protected', async () => {
    const account = await makeUser(testApp, { company_id: own })
    const shown = async (id: number) =>
      (await readData<User[]>(await clients.superadmin.get('/api/users'))).find((user) => user.id === id)
    expect(await shown(account.id)).toMatchObject({ last_sign_in_at: null, is_protected: false })
    const before = new Date().toISOString()
    await signIn(testApp, account)
    const last = (await shown(account.id))?.last_sign_in_at ?? ''
    expect(last >= before && last <= new Date().toISOString()).toBe(true)
    expect(await signInStatus(account.email, 'not this one')).toBe(401)
    expect(await shown(account.id)).toMatchObject({ last_sign_in_at: last })
    expect(await shown(protectedUser.id)).toMatchObject({ is_protected: true })
  })

  it('is refused to other roles', async () => {
    for (const role of ['company_manager', 'operator', 'customer', 'viewer'] as const) {
      expect(await readError(await clients[role].get('/api/users'))).toEqual([403, 'forbidden'])
    }
  })
})

describe('adding a user', () => {
  it('answers with the record, and the new user can sign in', async () => {
    const answer = await clients.superadmin.json('POST', '/api/users', {
      ...draft,
      email: ' Idil.Isik@Kanat.example ',
      company_id: own,
    })
    expect(answer.status).toBe(201)
    const { password, ...shown } = draft
    expect(await readData(answer)).toEqual({
      ...shown,
      id: expect.any(Number),
      email: 'Idil.Isik@Kanat.example',
      company_id: own,
      company_name: 'Bora Enerji',
      is_active: true,
      last_sign_in_at: null,
      is_protected: false,
    })
    expect(await signInStatus('idil.isik@kanat.EXAMPLE', password)).toBe(200)
  })

  it('accepts every role, and reads super_admin as superadmin', async () => {
    for (const role of [...ROLES, 'super_admin']) {
      const body = { ...draft, email: `${role}@yeni.example`, role, company_id: own }
      const user = await readData<User>(await clients.superadmin.json('POST', '/api/users', body))
      expect(user.role).toBe(role === 'super_admin' ? 'superadmin' : role)
    }
  })

  it('can add an inactive user', async () => {
    const body = { ...draft, email: 'later@kanat.example', company_id: own, is_active: false }
    expect((await clients.superadmin.json('POST', '/api/users', body)).status).toBe(201)
    expect(await signInStatus(body.email, body.password)).toBe(401)
  })

  it('refuses an existing address, also in another case', async () => {
    await makeUser(testApp, { email: 'taken@kanat.example' })
    const body = { ...draft, email: 'TAKEN@kanat.example', company_id: own }
    const before = await testApp.contents()
    expect(await readError(await clients.superadmin.json('POST', '/api/users', body))).toEqual([
      409,
      'email_taken',
    ])
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses invalid values, and stores nothing', async () => {
    const before = await testApp.contents()
    const good = { ...draft, company_id: own }
    const wrong: [body: object, path: string][] = [
      [{ ...good, first_name: ' ' }, 'first_name'],
      [{ ...good, last_name: undefined }, 'last_name'],
      [{ ...good, email: 'nobody' }, 'email'],
      [{ ...good, password: '12345' }, 'password'],
      [{ ...good, role: 'guest' }, 'role'],
      [{ ...good, company_id: '1' }, 'company_id'],
      [draft, 'company_id'],
      [{ ...good, is_active: 1 }, 'is_active'],
      [{ ...good, password_hash: 'x' }, 'password_hash'],
    ]
    for (const [body, path] of wrong) {
      const answer = await clients.superadmin.json('POST', '/api/users', body)
      expect(await answer.json()).toMatchObject({ error: 'validation_failed', issues: [{ path }] })
      expect(answer.status).toBe(400)
    }
    const nowhere = await clients.superadmin.json('POST', '/api/users', { ...good, company_id: 12345 })
    expect(await readError(nowhere)).toEqual([404, 'company_not_found'])
    expect(await testApp.contents()).toEqual(before)
  })

  it('is allowed only to superadmins', async () => {
    const before = await testApp.contents()
    for (const role of ROLES.filter((name) => name !== 'superadmin')) {
      const answer = await clients[role].json('POST', '/api/users', { ...draft, company_id: own })
      expect(await readError(answer)).toEqual([403, 'forbidden'])
    }
    expect(await testApp.contents()).toEqual(before)
  })
})

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
      id: mine.id,
      first_name: 'Deniz',
      last_name: 'Yel',
      email: mine.email,
      role: 'viewer',
      company_id: foreign,
      company_name: 'Lodos Rüzgâr',
      is_active: true,
      last_sign_in_at: null,
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
    expect(await readError(await set(clients.superadmin, account.id, '12345'))).toEqual([
      400,
      'validation_failed',
    ])
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
