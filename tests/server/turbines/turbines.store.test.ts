import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Client } from '../../support/accounts.ts'
import { clients, foreign, company as own, setUpTeam, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readData, readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'

setUpTeam({ jobs: 'wait' })

const draft = { turbine_name: 'Karaburun 4', city: 'izmir', code: 'KRB-04', location: 'Karaburun', rooms: 9 }

describe('listing turbines', () => {
  let mine: number
  let theirs: number
  beforeAll(async () => {
    mine = await makeTurbine(testApp, { company_id: own })
    theirs = await makeTurbine(testApp, { company_id: foreign })
  })
  const ids = async (client: Client, query = '') =>
    (await readData<Turbine[]>(await client.get(`/api/turbines${query}`))).map(({ id }) => id)

  it('returns the turbines of the own company, and all for a superadmin', async () => {
    expect(await ids(clients.superadmin)).toEqual(expect.arrayContaining([mine, theirs]))
    for (const role of ROLES.filter((name) => name !== 'superadmin')) {
      expect(await ids(clients[role])).toContain(mine)
      expect(await ids(clients[role])).not.toContain(theirs)
    }
  })

  it('uses the company filter only for a superadmin, and ignores parameters about the user', async () => {
    expect(await ids(clients.superadmin, `?filter_company_id=${foreign}`)).toEqual([theirs])
    expect(await ids(clients.superadmin, '?filter_company_id=all')).toContain(mine)
    const query = `?filter_company_id=${foreign}&company_id=${foreign}&role=superadmin&user_id=1`
    expect(await ids(clients.customer, query)).not.toContain(theirs)
  })
})

describe('adding a turbine', () => {
  it('answers with the complete record', async () => {
    const answer = await clients.superadmin.json('POST', '/api/turbines', {
      ...draft,
      coordinates: ' 38.64 , 26.51 ',
      blade_length: 62.5,
      company_id: foreign,
    })
    expect(answer.status).toBe(201)
    expect(await readData(answer)).toEqual({
      ...draft,
      revision: 1,
      id: expect.any(Number),
      name: 'Karaburun 4',
      site_name: '',
      coordinates: '38.64,26.51',
      blade_length: 62.5,
      manufacturer: null,
      model: null,
      serial_number: null,
      hub_height: null,
      status: 'active',
      state: 'not_inspected',
      state_year: null,
      inspection_running: null,
      unsolved_finding_count: 0,
      company_id: foreign,
      company_name: 'Lodos Rüzgâr',
      time_zone: 'Europe/Istanbul',
      photo_count: 0,
      photo_years: [],
      newest_photo_at: null,
      cover_url: null,
      has_panorama: false,
      new_photo_count: 0,
      new_publication_year: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
    })
  })

  it('is allowed to an admin for the own company only, which may be missing in the body', async () => {
    for (const company_id of [own, undefined]) {
      const answer = await clients.admin.json('POST', '/api/turbines', { ...draft, company_id })
      expect(await readData<Turbine>(answer)).toMatchObject({ company_id: own, company_name: 'Bora Enerji' })
    }
    for (const company_id of [foreign, 12345]) {
      const answer = await clients.admin.json('POST', '/api/turbines', { ...draft, company_id })
      expect(await readError(answer)).toEqual([403, 'forbidden'])
    }
  })

  it('refuses invalid values, and stores nothing', async () => {
    const before = await testApp.contents()
    const wrong: [body: object, path: string][] = [
      [{ ...draft, company_id: own, city: ' ' }, 'city'],
      [{ ...draft, company_id: own, rooms: 0 }, 'rooms'],
      [{ ...draft, company_id: own, rooms: '3' }, 'rooms'],
      [{ ...draft, company_id: own, coordinates: 'north' }, 'coordinates'],
      [{ ...draft, company_id: own, coordinates: '91,0' }, 'coordinates'],
      [{ ...draft, company_id: own, blade_length: 0 }, 'blade_length'],
      [{ ...draft, company_id: own, blade_length: 201 }, 'blade_length'],
      [{ ...draft, company_id: own, hub_height: 301 }, 'hub_height'],
      [{ ...draft, company_id: own, manufacturer: 7 }, 'manufacturer'],
      [{ ...draft, company_id: own, status: 'broken' }, 'status'],
      [{ ...draft, company_id: own, id: 7 }, 'id'],
      [draft, 'company_id'],
    ]
    for (const [body, path] of wrong) {
      const answer = await clients.superadmin.json('POST', '/api/turbines', body)
      expect(await answer.json()).toMatchObject({ error: 'validation_failed', issues: [{ path }] })
      expect(answer.status).toBe(400)
    }
    const missing = await clients.superadmin.json('POST', '/api/turbines', { ...draft, company_id: 12345 })
    expect(await readError(missing)).toEqual([404, 'company_not_found'])
    expect(await testApp.contents()).toEqual(before)
  })
})

describe('one turbine', () => {
  let id: number
  let theirs: number
  beforeEach(async () => {
    id = await makeTurbine(testApp, { company_id: own, turbine_name: 'Bozyaka', rooms: 5 })
    theirs = await makeTurbine(testApp, { company_id: foreign })
  })

  it('has its photo count', async () => {
    await clients.operator.upload(id, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() })
    const answer = await clients.viewer.get(`/api/turbines/${id}`)
    expect(await answer.json()).toMatchObject({
      success: true,
      turbine: { id, name: 'Bozyaka', photo_count: 2 },
    })
  })

  it('gets the same answer for another company as for a missing one', async () => {
    const answers = await Promise.all([
      clients.admin.get(`/api/turbines/${theirs}`),
      clients.admin.get('/api/turbines/99999'),
    ])
    const [foreignBody, missingBody] = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(foreignBody).toBe(missingBody)
    expect(JSON.parse(foreignBody as string)).toMatchObject({
      error: 'turbine_not_found',
      message: 'Türbin bulunamadı',
    })
  })

  it('is refused for an invalid id', async () => {
    for (const bad of ['0', '-1', '1e3', '1.5', 'abc', '99999999999999999999']) {
      await expectError(clients.superadmin.get(`/api/turbines/${bad}`), 400, 'validation_failed')
    }
  })

  it('keeps missing fields when a superadmin changes it, except the status, which becomes active', async () => {
    await testApp.edit('turbine', id, { status: 'faulty' })
    const change = { city: 'manisa', code: 'SOM-01', location: 'Soma', company_id: foreign }
    const answer = await clients.superadmin.json('PUT', `/api/turbines/${id}`, change)
    expect(answer.status).toBe(200)
    const { turbine } = (await answer.json()) as { turbine: Turbine }
    expect(turbine).toMatchObject({ ...change, turbine_name: 'Bozyaka', rooms: 5, status: 'active' })
  })

  it('can be changed and deleted only by a superadmin', async () => {
    const before = await testApp.contents()
    for (const role of ROLES.filter((name) => name !== 'superadmin')) {
      for (const target of [id, theirs, 99999]) {
        const put = await clients[role].json('PUT', `/api/turbines/${target}`, draft)
        expect(await readError(put)).toEqual([403, 'forbidden'])
        expect(await readError(await clients[role].delete(`/api/turbines/${target}`))).toEqual([
          403,
          'forbidden',
        ])
      }
    }
    expect(await testApp.contents()).toEqual(before)
  })

  it('is deleted with its photos, rows and files', async () => {
    const filesBefore = await testApp.files()
    await clients.operator.upload(id, { 'a.jpg': await jpeg() })
    expect(await testApp.files()).toHaveLength(filesBefore.length + 4)
    expect((await clients.superadmin.delete(`/api/turbines/${id}`)).status).toBe(200)
    expect(await testApp.files()).toEqual(filesBefore)
    expect((await clients.superadmin.get(`/api/turbines/${id}`)).status).toBe(404)
    expect((await clients.superadmin.delete(`/api/turbines/${id}`)).status).toBe(404)
  })

  it('can be added only by superadmins and admins', async () => {
    for (const role of ROLES) {
      const { status } = await clients[role].json('POST', '/api/turbines', { ...draft, company_id: own })
      expect([role, status]).toEqual([role, role === 'superadmin' || role === 'admin' ? 201 : 403])
    }
  })
})
