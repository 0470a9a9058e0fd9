import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { type Client, House, jpeg, makeCompany, makeTurbine, oneOfEachRole } from '../builders.ts'

let house: House
let own: number
let foreign: number
let clients: Record<Role, Client>

beforeAll(async () => {
  house = await House.open()
  own = await makeCompany(house, 'Bora Enerji')
  foreign = await makeCompany(house, 'Lodos Rüzgâr')
  clients = await oneOfEachRole(house, own)
})
afterAll(() => house[Symbol.asyncDispose]())

const draft = { turbine_name: 'Karaburun 4', city: 'izmir', code: 'KRB-04', location: 'Karaburun', rooms: 9 }
const data = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error: string }).error,
]

describe('listing turbines', () => {
  let mine: number
  let theirs: number
  beforeAll(async () => {
    mine = await makeTurbine(house, { company_id: own })
    theirs = await makeTurbine(house, { company_id: foreign })
  })
  const ids = async (client: Client, query = '') =>
    (await data<Turbine[]>(await client.get(`/api/turbines${query}`))).map(({ id }) => id)

  it('shows everyone their own company and the superadmin all of them', async () => {
    expect(await ids(clients.superadmin)).toEqual(expect.arrayContaining([mine, theirs]))
    for (const role of ROLES.filter((name) => name !== 'superadmin')) {
      expect(await ids(clients[role])).toContain(mine)
      expect(await ids(clients[role])).not.toContain(theirs)
    }
  })

  it('believes the company filter of a superadmin only, and never what the caller says of himself', async () => {
    expect(await ids(clients.superadmin, `?filter_company_id=${foreign}`)).toEqual([theirs])
    expect(await ids(clients.superadmin, '?filter_company_id=all')).toContain(mine)
    const query = `?filter_company_id=${foreign}&company_id=${foreign}&role=superadmin&user_id=1`
    expect(await ids(clients.customer, query)).not.toContain(theirs)
  })
})

describe('adding a turbine', () => {
  it('answers the whole record', async () => {
    const answer = await clients.superadmin.json('POST', '/api/turbines', {
      ...draft,
      coordinates: ' 38.64 , 26.51 ',
      blade_length: 62.5,
      company_id: foreign,
    })
    expect(answer.status).toBe(201)
    expect(await data(answer)).toEqual({
      ...draft,
      id: expect.any(Number),
      name: 'Karaburun 4',
      site_name: '',
      coordinates: '38.64,26.51',
      blade_length: 62.5,
      status: 'active',
      company_id: foreign,
      company_name: 'Lodos Rüzgâr',
      photo_count: 0,
      photo_years: [],
      newest_photo_at: null,
      cover_url: null,
      new_photo_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
    })
  })

  it('takes an admin for his own company, named or not, and for no other', async () => {
    for (const company_id of [own, undefined]) {
      const answer = await clients.admin.json('POST', '/api/turbines', { ...draft, company_id })
      expect(await data<Turbine>(answer)).toMatchObject({ company_id: own, company_name: 'Bora Enerji' })
    }
    for (const company_id of [foreign, 12345]) {
      const answer = await clients.admin.json('POST', '/api/turbines', { ...draft, company_id })
      expect(await errorOf(answer)).toEqual([403, 'forbidden'])
    }
  })

  it('refuses what does not fit, and keeps nothing of it', async () => {
    const before = await house.contents()
    const wrong: [body: object, path: string][] = [
      [{ ...draft, company_id: own, city: ' ' }, 'city'],
      [{ ...draft, company_id: own, rooms: 0 }, 'rooms'],
      [{ ...draft, company_id: own, rooms: '3' }, 'rooms'],
      [{ ...draft, company_id: own, coordinates: 'north' }, 'coordinates'],
      [{ ...draft, company_id: own, coordinates: '91,0' }, 'coordinates'],
      [{ ...draft, company_id: own, blade_length: 0 }, 'blade_length'],
      [{ ...draft, company_id: own, blade_length: 201 }, 'blade_length'],
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
    expect(await errorOf(missing)).toEqual([404, 'company_not_found'])
    expect(await house.contents()).toEqual(before)
  })
})

describe('one turbine', () => {
  let id: number
  let theirs: number
  beforeEach(async () => {
    id = await makeTurbine(house, { company_id: own, turbine_name: 'Bozyaka', rooms: 5 })
    theirs = await makeTurbine(house, { company_id: foreign })
  })

  it('is shown with its photo count', async () => {
    await clients.operator.upload(id, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() })
    const answer = await clients.viewer.get(`/api/turbines/${id}`)
    expect(await answer.json()).toMatchObject({
      success: true,
      turbine: { id, name: 'Bozyaka', photo_count: 2 },
    })
  })

  it('answers for a foreign one as for a missing one', async () => {
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

  it('refuses ids that are none', async () => {
    for (const bad of ['0', '-1', '1e3', '1.5', 'abc', '99999999999999999999']) {
      expect(await errorOf(await clients.superadmin.get(`/api/turbines/${bad}`))).toEqual([
        400,
        'validation_failed',
      ])
    }
  })

  it('is changed by a superadmin: what is not named stays, the status is active again', async () => {
    await house.services.db.write
      .updateTable('turbine')
      .set({ status: 'faulty' })
      .where('id', '=', id)
      .execute()
    const change = { city: 'manisa', code: 'SOM-01', location: 'Soma', company_id: foreign }
    const answer = await clients.superadmin.json('PUT', `/api/turbines/${id}`, change)
    expect(answer.status).toBe(200)
    const { turbine } = (await answer.json()) as { turbine: Turbine }
    expect(turbine).toMatchObject({ ...change, turbine_name: 'Bozyaka', rooms: 5, status: 'active' })
  })

  it('may be changed and deleted by nobody else', async () => {
    const before = await house.contents()
    for (const role of ROLES.filter((name) => name !== 'superadmin')) {
      for (const target of [id, theirs, 99999]) {
        const put = await clients[role].json('PUT', `/api/turbines/${target}`, draft)
        expect(await errorOf(put)).toEqual([403, 'forbidden'])
        expect(await errorOf(await clients[role].delete(`/api/turbines/${target}`))).toEqual([
          403,
          'forbidden',
        ])
      }
    }
    expect(await house.contents()).toEqual(before)
  })

  it('takes its photos along when it goes, rows and files', async () => {
    const filesBefore = await house.files()
    await clients.operator.upload(id, { 'a.jpg': await jpeg() })
    expect(await house.files()).toHaveLength(filesBefore.length + 4)
    expect((await clients.superadmin.delete(`/api/turbines/${id}`)).status).toBe(200)
    expect(await house.files()).toEqual(filesBefore)
    expect((await clients.superadmin.get(`/api/turbines/${id}`)).status).toBe(404)
    expect((await clients.superadmin.delete(`/api/turbines/${id}`)).status).toBe(404)
  })

  it('may be added by superadmin and admin only', async () => {
    for (const role of ROLES) {
      const { status } = await clients[role].json('POST', '/api/turbines', { ...draft, company_id: own })
      expect([role, status]).toEqual([role, role === 'superadmin' || role === 'admin' ? 201 : 403])
    }
  })
})
