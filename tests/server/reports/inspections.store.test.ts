import { describe, expect, it } from 'vitest'
import type { Inspection } from '#domain/inspections/inspection.ts'
import { ROLES } from '#domain/permissions.ts'
import { NO_WORK } from '#server/features/inspections/releases/inspection-work.ts'
import { signInAs, signInAsEachRole } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { makeCompany, readData, readError, taken } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import {
  EMPTY_INSPECTION,
  inspectionOf,
  readInspection,
  saveInspection,
} from '../../support/inspection-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

setUpTurbine()

describe('the inspection of a year', () => {
  it('is empty for a year without photos', async () => {
    expect(await readInspection(operator, turbine)).toEqual({
      ...EMPTY_INSPECTION,
      turbine_id: turbine,
      year: 2026,
      updated_at: null,
      ...NO_WORK,
      returned: 0,
      undecided: 0,
      is_reviewed: false,
      possible: { open: 'state', in_review: 'state', published: 'state', withdrawn: 'forbidden' },
    })
  })

  it('takes days, methods and camera from the photos of the year until somebody saves it', async () => {
    const drone = { year: '2026', category: 'drone' }
    await operator.upload(turbine, { 'a.jpg': await taken('2026-05-11') }, drone)
    await operator.upload(turbine, { 'b.jpg': await taken('2026-05-12') }, { ...drone, category: 'robot' })
    await operator.upload(turbine, { 'c.jpg': await taken('2024-02-01') }, { ...drone, year: '2024' })
    expect(await readInspection(operator, turbine)).toMatchObject({
      first_day: '2026-05-11',
      last_day: '2026-05-12',
      methods: ['drone', 'robot'],
      camera: 'DJI H30T',
      inspector: '',
    })
    expect(await readInspection(operator, turbine, 2024)).toMatchObject({
      first_day: '2024-02-01',
      last_day: null,
      methods: ['drone'],
    })
  })

  it('keeps what is saved, for each year, and writes the changed fields to the audit log', async () => {
    const fields = {
      inspector: 'Gülşah Öztürk',
      weather: 'Açık',
      not_seen: 'C kanadı\nuç',
      methods: ['rope'],
    }
    const answer = await saveInspection(operator, turbine, fields)
    expect(answer.status).toBe(200)
    expect(await readData<Inspection>(answer)).toMatchObject(fields)
    await saveInspection(operator, turbine, { ...fields, weather: 'Bulutlu' })
    expect(await readInspection(operator, turbine)).toMatchObject({ ...fields, weather: 'Bulutlu' })
    expect(await readInspection(operator, turbine, 2025)).toMatchObject(EMPTY_INSPECTION)
    const entries = await testApp.services.db.read
      .selectFrom('audit')
      .select(['record_name', 'changed'])
      .where('action', '=', 'inspection.edit')
      .where('turbine_id', '=', turbine)
      .orderBy('id')
      .execute()
    expect(entries.map(({ changed, ...entry }) => ({ ...entry, changed: JSON.parse(changed) }))[1]).toEqual({
      record_name: '2026',
      changed: ['weather'],
    })
  })

  it.each([
    ['a last day before the first', { first_day: '2026-05-12', last_day: '2026-05-11' }],
    ['a last day without a first', { last_day: '2026-05-11' }],
    ['days of another year', { first_day: '2025-05-11', last_day: '2025-05-12' }],
    ['a last day in the next year', { first_day: '2026-12-30', last_day: '2027-01-02' }],
    ['an unknown method', { methods: ['kite'] }],
    ['a method twice', { methods: ['drone', 'rope', 'drone'] }],
    ['an unknown field', { pilot: 'Ada' }],
    ['a line break in a field of one line', { weather: 'a\nb' }],
  ])('is not saved with %s', async (_, fields) => {
    await expectError(saveInspection(operator, turbine, fields), 400, 'validation_failed')
    expect((await readInspection(operator, turbine)).updated_at).toBeNull()
  })

  it('is read by every role of the company once it is published, and saved by those who upload photos', async () => {
    const clients = await signInAsEachRole(testApp, company)
    for (const role of ROLES) {
      const client = clients[role]
      const mayEdit = !['customer', 'viewer'].includes(role)
      expect([role, (await client.get(inspectionOf(turbine, 2026))).status]).toEqual([
        role,
        mayEdit ? 200 : 404,
      ])
      const { status } = await saveInspection(client, turbine, { weather: role })
      expect([role, status]).toEqual([role, mayEdit ? 200 : 403])
    }
    await publishAll(clients.operator, turbine)
    for (const role of ROLES) {
      expect([role, await readInspection(clients[role], turbine)]).toMatchObject([
        role,
        { weather: 'operator', published_version: 1 },
      ])
    }
  })

  it('does not exist for another company', async () => {
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    const missing = [404, 'turbine_not_found']
    expect(await readError(await stranger.get(inspectionOf(turbine, 2026)))).toEqual(missing)
    expect(await readError(await saveInspection(stranger, turbine, {}))).toEqual(missing)
  })

  it('goes with its turbine', async () => {
    await saveInspection(operator, turbine, { weather: 'Açık' })
    await (await signInAs(testApp, 'superadmin')).delete(`/api/turbines/${turbine}`)
    const rows = await testApp.services.db.read
      .selectFrom('inspection')
      .selectAll()
      .where('turbine_id', '=', turbine)
      .execute()
    expect(rows).toEqual([])
  })
})
