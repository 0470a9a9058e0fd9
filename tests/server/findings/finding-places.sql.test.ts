import { beforeAll, expect, it } from 'vitest'
import type { PlacesTotal, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { FINDING_PLACES_SIZE } from '#domain/limits.ts'
import type { Client } from '../../support/accounts.ts'
import {
  customer,
  manager,
  company as own,
  setUpCompany,
  superadmin,
  testApp,
} from '../../support/app-setup.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

let second: number
let tenth: number

setUpCompany('file', ['superadmin', 'company_manager', 'customer'])
beforeAll(async () => {
  tenth = await makeTurbine(testApp, { company_id: own, code: 'T10', blade_length: 57.5 })
  second = await makeTurbine(testApp, { company_id: own, code: 'T2', turbine_name: 'Çeşme 2' })
  const foreign = await makeTurbine(testApp, { company_id: await makeCompany(testApp), code: 'T1' })
  await addFinding(superadmin, second, { blade: 'B', from_m: 14.2, severity: 4 })
  await addFinding(superadmin, second, { blade: 'A', severity: 2 })
  await addFinding(superadmin, second, { blade: 'A', from_m: 30, to_m: 61.5, severity: 3 })
  await addFinding(superadmin, tenth, { blade: 'C', positions_m: [14.1, 20], status: 'repaired' })
  await addFinding(superadmin, foreign, { from_m: 14.2, severity: 5 })
})

interface Page {
  data: TurbinePlaces[]
  total: PlacesTotal
  next: number | null
}

const places = async (client: Client, query = '') =>
  (await (await client.get(`/api/findings/places${query}`)).json()) as Page

it('lists the findings of visible turbines by code, from root to tip, the places that are not known last', async () => {
  const { data, total, next } = await places(manager)
  expect(
    data.map(({ turbine_id, turbine_code, turbine_name }) => [turbine_id, turbine_code, turbine_name]),
  ).toEqual([
    [second, 'T2', 'Çeşme 2'],
    [tenth, 'T10', ''],
  ])
  expect(data[0]?.findings.map(({ number, from_m, to_m }) => [number, from_m, to_m])).toEqual([
    ['A-LE-002', 30, 61.5],
    ['A-LE-001', null, null],
    ['B-LE-001', 14.2, null],
  ])
  expect(data[1]).toMatchObject({
    blade_length: 57.5,
    findings: [
      { blade: 'C', positions_m: [14.1, 20], status: 'repaired', type: 'le-erosion', severity: null },
    ],
  })
  expect(total).toEqual({ turbines: 2, findings: 4, longest_m: 61.5 })
  expect(next).toBeNull()
})

it('follows the filters of the list, and shows customers what is published', async () => {
  const { data, total } = await places(superadmin, `?company_id=${own}&severity_min=4`)
  expect(data.map(({ findings }) => findings.map(({ from_m }) => from_m))).toEqual([[14.2]])
  expect(total).toEqual({ turbines: 1, findings: 1, longest_m: 14.2 })
  expect(await places(customer)).toMatchObject({
    data: [],
    total: { turbines: 0, findings: 0, longest_m: 0 },
  })
  await publishAll(superadmin, second)
  expect((await places(customer)).total.findings).toBe(3)
})

it('ends a page before the turbine with which it would be too long', async () => {
  const { write, read } = testApp.services.db
  const [row] = await read.selectFrom('finding').selectAll().where('turbine_id', '=', second).execute()
  const { id: _, ...fields } = row as NonNullable<typeof row>
  for (let begin = 0; begin < FINDING_PLACES_SIZE; begin += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({ ...fields, serial: 1000 + begin + index }))
    await write.insertInto('finding').values(rows).execute()
  }
  const first = await places(manager)
  expect(first.data.map(({ findings }) => findings.length)).toEqual([FINDING_PLACES_SIZE + 3])
  expect([first.next, first.total.turbines]).toEqual([1, 2])
  const last = await places(manager, '?offset=1')
  expect(last.data.map(({ turbine_id }) => turbine_id)).toEqual([tenth])
  expect(last.next).toBeNull()
  expect((await places(manager, '?offset=2')).data).toEqual([])
})
