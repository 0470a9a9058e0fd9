/** What was valid when it was written never keeps another change back, and an error names a field that was sent. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { InspectionFields } from '#domain/inspections/inspection.ts'
import { JSON_VALUES_MAX } from '#domain/limits.ts'
import { type Client, makeUser, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readError } from '../../support/builders.ts'
import { addFinding, findingsOf, sendFinding } from '../../support/finding-setup.ts'
import { inspectionOf, readInspection, saveInspection } from '../../support/inspection-setup.ts'

let superadmin: Client
let company: number
let turbine: number
setUpApp('file', { jobs: 'wait' })
beforeAll(async () => {
  superadmin = await signInAs(testApp, 'superadmin')
})
beforeEach(async () => {
  company = await makeCompany(testApp)
  turbine = await makeTurbine(testApp, { company_id: company, blade_length: 60 })
})

type Stored = Record<string, unknown>
const db = () => testApp.services.db.write
const put = async (address: string, body: object) => {
  const answer = await superadmin.json('PUT', address, body)
  const { issues = [] } = (await answer.json()) as { issues?: { path: string }[] }
  return [answer.status, ...issues.map(({ path }) => path)]
}

/** A record with values that no rule of today allows, and another change of it. */
const CASES: {
  title: string
  make: () => Promise<{ address: string; fields: Stored; old: Stored; other: Stored; wrong: Stored }>
}[] = [
  {
    title: 'a turbine',
    make: async () => {
      const old = { coordinates: '99,999' }
      await db().updateTable('turbine').set(old).where('id', '=', turbine).execute()
      const fields = { city: 'izmir', code: 'T', location: 'Karaburun', status: 'active' }
      const wrong = { coordinates: '98,999' }
      return { address: `/api/turbines/${turbine}`, fields, old, other: { site_name: 'Çeşme' }, wrong }
    },
  },
  {
    title: 'a user',
    make: async () => {
      const { id } = await makeUser(testApp, { company_id: company })
      const old = { email: `no address ${id}` }
      await db()
        .updateTable('user')
        .set({ ...old, email_folded: old.email })
        .where('id', '=', id)
        .execute()
      const fields = { last_name: 'Yel', role: 'customer' }
      return {
        address: `/api/users/${id}`,
        fields,
        old,
        other: { first_name: 'Işıl' },
        wrong: { email: 'x' },
      }
    },
  },
  {
    title: 'a company',
    make: async () => {
      const old = { contact_email: 'no address' }
      await db().updateTable('company').set(old).where('id', '=', company).execute()
      const wrong = { contact_email: 'x' }
      return { address: `/api/companies/${company}`, fields: {}, old, other: { phone: '1' }, wrong }
    },
  },
  {
    title: 'a finding',
    make: async () => {
      const { id } = await addFinding(superadmin, turbine, { from_m: 59, to_m: 59.5 })
      const old = {
        found_on: '1970-01-02',
        year: 1970,
        type: 'gone',
        from_m: 61,
        to_m: 62,
        room: 'x'.repeat(50),
      }
      await db().updateTable('finding').set(old).where('id', '=', id).execute()
      const wrong = { found_on: '1970-01-03', year: 1971, type: 'away', to_m: 63, room: 'y'.repeat(50) }
      const address = findingsOf(turbine, `/${id}`)
      return { address, fields: { blade: 'A', side: 'LE' }, old, other: { status: 'closed' }, wrong }
    },
  },
  {
    title: 'an inspection',
    make: async () => {
      const fields = { inspector: 'Ada', camera: '', not_seen: '', weather: 'Açık' }
      await saveInspection(superadmin, turbine, fields)
      const old = { methods: ['drone', 'drone'], first_day: '2024-05-02', last_day: '2024-05-09' }
      await db()
        .updateTable('inspection')
        .set({ ...old, methods: JSON.stringify(old.methods) })
        .where('turbine_id', '=', turbine)
        .execute()
      const wrong = { methods: ['rope', 'rope'], first_day: '2024-05-03', last_day: '2024-05-08' }
      return { address: inspectionOf(turbine, 2026), fields, old, other: { weather: 'Bulutlu' }, wrong }
    },
  },
]

describe.each(CASES)('$title', ({ make }) => {
  it('takes another change with its old values beside it, and keeps them', async () => {
    const { address, fields, old, other } = await make()
    expect(await put(address, { ...fields, ...old, ...other })).toEqual([200])
    const rows = JSON.stringify((await testApp.contents()).rows)
    for (const value of Object.values(old)) {
      const isText = typeof value === 'string' || typeof value === 'number'
      expect(rows).toContain(isText ? String(value) : JSON.stringify(JSON.stringify(value)).slice(1, -1))
    }
  })

  it('refuses each new value that is wrong, and names it', async () => {
    const { address, fields, old, wrong } = await make()
    for (const [name, value] of Object.entries(wrong))
      expect(await put(address, { ...fields, ...old, [name]: value })).toEqual([400, name])
  })
})

it('reads and saves an inspection with texts that no rule of today allows', async () => {
  await saveInspection(superadmin, turbine, { weather: 'Açık' })
  const old = {
    inspector: 'Ada\nAli',
    camera: 'x'.repeat(300),
    methods: ['drone', 'rope', 'drone', 'rope', 'drone'],
  }
  await db()
    .updateTable('inspection')
    .set({ ...old, methods: JSON.stringify(old.methods) })
    .where('turbine_id', '=', turbine)
    .execute()
  const inspection = await readInspection(superadmin, turbine)
  expect(inspection).toMatchObject(old)
  const fields = Object.keys(InspectionFields.shape) as (keyof InspectionFields)[]
  const form = Object.fromEntries(fields.map((field) => [field, inspection[field]]))
  expect(await put(inspectionOf(turbine, 2026), { ...form, weather: 'Bulutlu' })).toEqual([200])
  expect(await readInspection(superadmin, turbine)).toMatchObject({ ...old, weather: 'Bulutlu' })
})

describe.each(CASES)('a body without fields for $title', ({ make }) => {
  it.each([
    ['application/json', 'xxxx'],
    ['application/json', '[1]'],
    ['application/json', 'null'],
    ['multipart/form-data; boundary=b', 'xxxx'],
    ['text/plain', '{"city":1}'],
    ['application/json', `[${'0,'.repeat(JSON_VALUES_MAX)}0]`],
    ['application/json', '['.repeat(100_000)],
  ])('is refused: %s %.20s', async (type, body) => {
    const { address } = await make()
    const answer = await testApp.app.request(address, {
      method: 'PUT',
      headers: { 'Content-Type': type, Authorization: `Bearer ${superadmin.token}` },
      body,
    })
    expect(await readError(answer)).toEqual([400, 'validation_failed'])
  })
})

describe('a finding beyond the tip of a blade that was made shorter', () => {
  const change = (id: number, fields: object) => put(findingsOf(turbine, `/${id}`), fields)
  const shorten = () =>
    put(`/api/turbines/${turbine}`, { city: 'izmir', code: 'T', location: 'Karaburun', blade_length: 50 })

  it('can be closed, moved to the blade, and not moved beyond it', async () => {
    const range = await addFinding(superadmin, turbine, { from_m: 52, to_m: 55 })
    const places = await addFinding(superadmin, turbine, { positions_m: [40, 51] })
    expect(await shorten()).toEqual([200])
    expect(await change(range.id, { ...formOf(range), status: 'closed' })).toEqual([200])
    expect(await change(places.id, { ...formOf(places), status: 'repaired' })).toEqual([200])
    expect(await change(range.id, { from_m: 53 })).toEqual([400, 'from_m'])
    expect(await change(range.id, { to_m: 54 })).toEqual([400, 'to_m'])
    expect(await change(range.id, { from_m: 56 })).toEqual([400, 'from_m', 'from_m'])
    expect(await change(places.id, { positions_m: [41, 51] })).toEqual([400, 'positions_m'])
    expect(await change(range.id, { from_m: 48, to_m: 49 })).toEqual([200])
  })
})

function formOf({ from_m, to_m, positions_m, blade, side, type, severity, year, found_on }: Finding) {
  return { from_m, to_m, positions_m, blade, side, type, severity, year, found_on }
}

describe('what does not fit a finding', () => {
  const photo = async (name: string, fields: Record<string, string>, size = {}) =>
    (await superadmin.uploadPhoto(turbine, name, await jpeg(size), { year: '2026', ...fields })).id
  const sent = async (fields: object) => {
    const answer = await sendFinding(superadmin, turbine, { year: 2026, ...fields })
    const { issues = [] } = (await answer.json()) as { issues?: { path: string }[] }
    return [answer.status, ...issues.map(({ path }) => path)]
  }
  const SPHERE = { on: 'sphere', kind: 'point', points: [[0, 0]] }
  const FLAT = { on: 'image', kind: 'point', points: [[0.5, 0.5]] }

  it('is the photo of another blade or year, when it is chosen', async () => {
    const [own, blade, year, any] = [
      await photo('own.jpg', { blade: 'A' }),
      await photo('blade.jpg', { blade: 'B' }),
      await photo('year.jpg', { blade: 'A', year: '2025' }),
      await photo('any.jpg', { blade: '', room: '', category: 'drone' }),
    ]
    expect(await sent({ photo_id: blade })).toEqual([400, 'photo_id'])
    expect(await sent({ photo_id: year })).toEqual([400, 'photo_id'])
    expect(await sent({ photo_id: any })).toEqual([201])
    const { id } = await addFinding(superadmin, turbine, { year: 2026, photo_id: own })
    const address = findingsOf(turbine, `/${id}`)
    expect(await put(address, { photo_id: blade })).toEqual([400, 'photo_id'])
    expect(await put(address, { photo_id: year })).toEqual([400, 'photo_id'])
    // The label of the photo may be what is wrong.
    expect(await put(address, { photo_id: own, blade: 'B' })).toEqual([200])
  })

  it('is the mark of a sphere on a flat photo, and that of the former photo', async () => {
    const [flat, sphere] = [
      await photo('flat.jpg', {}),
      await photo('sphere.jpg', {}, { width: 400, height: 200 }),
    ]
    expect(await sent({ photo_id: flat, shape: SPHERE })).toEqual([400, 'shape'])
    expect(await sent({ photo_id: sphere, shape: SPHERE })).toEqual([201])
    const { id } = await addFinding(superadmin, turbine, { year: 2026, photo_id: flat, shape: FLAT })
    const address = findingsOf(turbine, `/${id}`)
    expect(await put(address, { shape: SPHERE })).toEqual([400, 'shape'])
    // A form sends the mark of the former photo.
    expect(await put(address, { photo_id: sphere, shape: FLAT })).toEqual([200])
    expect(await readData<Finding>(await superadmin.get(address))).toMatchObject({
      photo_id: sphere,
      shape: null,
    })
  })

  it('is a range beside single places, which has no effect', async () => {
    expect(await sent({ positions_m: [4, 5], from_m: 3 })).toEqual([400, 'from_m'])
    expect(await sent({ positions_m: [5, 4], from_m: 4, to_m: 5 })).toEqual([201])
    const { id } = await addFinding(superadmin, turbine, { positions_m: [4, 5] })
    const address = findingsOf(turbine, `/${id}`)
    expect(await put(address, { from_m: 3 })).toEqual([400, 'from_m'])
    expect(await put(address, { from_m: 3, to_m: null })).toEqual([400, 'from_m', 'to_m'])
    expect(await put(address, { from_m: 4, to_m: 5, positions_m: [4, 6] })).toEqual([200])
    expect(await put(address, { positions_m: [], from_m: 3, to_m: null })).toEqual([200])
  })
})
