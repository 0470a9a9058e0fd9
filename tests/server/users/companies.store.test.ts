import { describe, expect, it } from 'vitest'
import type { Company } from '#domain/company.ts'
import { ROLES } from '#domain/permissions.ts'
import { deleteTurbine } from '#server/features/turbines/turbine-queries.ts'
import { makeUser } from '../../support/accounts.ts'
import { clients, foreign, company as own, setUpTeam, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readError } from '../../support/builders.ts'

/** The time zone, the deadlines and the review of a company that has chosen none. */
const STANDARDS = {
  time_zone: 'Europe/Istanbul',
  deadline_2_months: null,
  deadline_3_months: null,
  deadline_4_months: null,
  deadline_5_months: null,
  review_required: false,
  second_factor_required: false,
  links_allowed: false,
  review_days: 7,
}

setUpTeam({ jobs: 'wait' }, ['Çeşme Enerji', 'Cunda Rüzgâr'])

const add = (name: string) => clients.superadmin.json('POST', '/api/companies', { name })
const change = (id: number, body: object) => clients.superadmin.json('PUT', `/api/companies/${id}`, body)

describe('listing companies', () => {
  it('shows a superadmin all except the operator’s company, sorted by name in Turkish order', async () => {
    await makeCompany(testApp, 'Zeytin Enerji')
    const names = (await readData<Company[]>(await clients.superadmin.get('/api/companies'))).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['Cunda Rüzgâr', 'Çeşme Enerji', 'Zeytin Enerji'])
  })

  it('shows admins and managers their own company with its counts', async () => {
    await makeTurbine(testApp, { company_id: own })
    for (const role of ['admin', 'company_manager'] as const) {
      expect(await readData(await clients[role].get('/api/companies'))).toEqual([
        {
          id: own,
          revision: 1,
          name: 'Çeşme Enerji',
          ...STANDARDS,
          contact_email: '',
          authorized_number: '',
          phone: '',
          address: '',
          user_count: 5,
          turbine_count: 1,
        },
      ])
    }
  })

  it('is refused to other roles', async () => {
    for (const role of ['operator', 'customer', 'viewer'] as const) {
      expect(await readError(await clients[role].get('/api/companies'))).toEqual([403, 'forbidden'])
    }
  })
})

describe('adding a company', () => {
  it('answers with the complete record', async () => {
    const fields = {
      name: '  Bora  Enerji ',
      contact_email: 'bilgi@bora.example',
      authorized_number: '+90 232 000 00 01',
      phone: '+90 232 000 00 00',
      address: 'Alsancak, İzmir',
    }
    const answer = await clients.superadmin.json('POST', '/api/companies', fields)
    expect(answer.status).toBe(201)
    expect(await readData(answer)).toEqual({
      ...fields,
      ...STANDARDS,
      revision: 1,
      name: 'Bora  Enerji',
      id: expect.any(Number),
      user_count: 0,
      turbine_count: 0,
    })
  })

  it('refuses a name that differs only in case (by Turkish rules) and spaces', async () => {
    expect((await add('ışıl ilkbahar')).status).toBe(201)
    for (const name of ['IŞIL İLKBAHAR', ' Işıl  İlkbahar ', 'ışıl I\u0307lkbahar']) {
      expect(await readError(await add(name))).toEqual([409, 'company_name_taken'])
    }
    // I and İ are different letters, so these are different names.
    for (const name of ['işıl ilkbahar', 'ISIL İLKBAHAR', 'IŞIL ILKBAHAR']) {
      expect((await add(name)).status).toBe(201)
    }
  })

  it('refuses invalid values, and stores nothing', async () => {
    const before = await testApp.contents()
    const wrong: [body: object, path: string][] = [
      [{}, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'Poyraz', contact_email: 'nobody' }, 'contact_email'],
      [{ name: 'Poyraz', phone: 5 }, 'phone'],
      [{ name: 'Poyraz', id: 1 }, 'id'],
      [{ name: 'P'.repeat(201) }, 'name'],
    ]
    for (const [body, path] of wrong) {
      const answer = await clients.superadmin.json('POST', '/api/companies', body)
      expect(await answer.json()).toMatchObject({ error: 'validation_failed', issues: [{ path }] })
      expect(answer.status).toBe(400)
    }
    expect(await testApp.contents()).toEqual(before)
  })
})

describe('changing a company', () => {
  it('changes the given fields and keeps the rest', async () => {
    const id = await makeCompany(testApp, 'Karayel')
    await change(id, { phone: '+90 232 000 00 02' })
    const answer = await change(id, { name: 'KARAYEL' })
    expect(answer.status).toBe(200)
    expect(await readData(answer)).toMatchObject({ id, name: 'KARAYEL', phone: '+90 232 000 00 02' })
  })

  it('refuses the name of another company', async () => {
    const id = await makeCompany(testApp, 'Keşişleme')
    expect(await readError(await change(id, { name: 'CUNDA RÜZGÂR' }))).toEqual([409, 'company_name_taken'])
  })

  it('answers 404 for a missing company', async () => {
    expect(await readError(await change(12345, { name: 'x' }))).toEqual([404, 'company_not_found'])
  })
})

describe('deleting a company', () => {
  const remove = (id: number) => clients.superadmin.delete(`/api/companies/${id}`)

  it('is refused while it has turbines or users', async () => {
    const withTurbine = await makeCompany(testApp)
    const turbine = await makeTurbine(testApp, { company_id: withTurbine })
    const withUser = await makeCompany(testApp)
    const user = await makeUser(testApp, { company_id: withUser })
    const before = await testApp.contents()
    for (const id of [withTurbine, withUser]) {
      expect(await readError(await remove(id))).toEqual([409, 'company_not_empty'])
    }
    expect(await testApp.contents()).toEqual(before)

    await clients.superadmin.delete(`/api/turbines/${turbine}`)
    await clients.superadmin.delete(`/api/users/${user.id}`)
    for (const id of [withTurbine, withUser]) expect((await remove(id)).status).toBe(200)
    expect(await readError(await remove(withUser))).toEqual([404, 'company_not_found'])
  })

  it('removes the remaining files of its turbines, and no other files', async () => {
    const company = await makeCompany(testApp)
    const gone = await makeTurbine(testApp, { company_id: company })
    const kept = await makeTurbine(testApp, { company_id: own })
    await clients.operator.upload(kept, { 'a.jpg': await jpeg() })
    const before = await testApp.files()
    await clients.superadmin.upload(gone, { 'a.jpg': await jpeg() })
    // A crash between the deletion of the row and of the file leaves such files.
    await deleteTurbine(testApp.services.db.write, gone)
    expect(await testApp.files()).toHaveLength(before.length + 4)
    expect((await remove(company)).status).toBe(200)
    expect(await testApp.files()).toEqual(before)
  })

  it('is refused for the operator’s company', async () => {
    expect(await readError(await remove(999))).toEqual([403, 'forbidden'])
  })
})

it('is managed only by superadmins', async () => {
  const before = await testApp.contents()
  for (const role of ROLES.filter((name) => name !== 'superadmin')) {
    for (const answer of [
      await clients[role].json('POST', '/api/companies', { name: 'Samyeli' }),
      await clients[role].json('PUT', `/api/companies/${own}`, { name: 'Samyeli' }),
      await clients[role].json('PUT', `/api/companies/${foreign}`, { name: 'Samyeli' }),
      await clients[role].delete(`/api/companies/${foreign}`),
    ]) {
      expect(await readError(answer)).toEqual([403, 'forbidden'])
    }
  }
  expect(await testApp.contents()).toEqual(before)
})
