import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import type { User } from '#domain/user.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { clients, foreign, company as own, testApp } from '../../support/app-setup.ts'
import { readData, readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { protectedUser, setUpUsers, signInStatus } from './users-setup.ts'

setUpUsers()

const draft = {
  first_name: 'İdil',
  last_name: 'Işık',
  email: 'idil@kanat.example',
  password: 'yelkovan',
  role: 'operator',
}

describe('listing users', () => {
  it('returns all users to superadmins and those of the company to admins, without passwords and hashes', async () => {
    const theirs = await makeUser(testApp, { company_id: foreign })
    const all = await readData<User[]>(await clients.superadmin.get('/api/users'))
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([protectedUser.id, theirs.id]))
    expect(Object.keys(all[0] as User).sort()).toEqual(
      [
        ...['id', 'first_name', 'last_name', 'email', 'role', 'company_id', 'company_name', 'is_active'],
        'inspection_notices',
        ...['last_sign_in_at', 'email_confirmed', 'has_second_factor', 'is_protected', 'revision'],
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
      revision: 1,
      id: expect.any(Number),
      email: 'Idil.Isik@Kanat.example',
      company_id: own,
      company_name: 'Bora Enerji',
      is_active: true,
      inspection_notices: expect.any(Boolean),
      last_sign_in_at: null,
      email_confirmed: true,
      has_second_factor: false,
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
    await expectError(clients.superadmin.json('POST', '/api/users', body), 409, 'email_taken')
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
