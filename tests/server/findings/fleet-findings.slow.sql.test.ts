import { beforeAll, expect, it } from 'vitest'
import type { FleetFinding } from '#domain/findings/finding.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Client } from '../../support/accounts.ts'
import { manager, company as own, setUpCompany, superadmin, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData, readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

let first: number
let second: number
let foreign: number

setUpCompany('file', ['superadmin', 'company_manager'])
beforeAll(async () => {
  const theirs = await makeCompany(testApp)
  first = await makeTurbine(testApp, { company_id: own, city: 'izmir', code: 'T-1' })
  second = await makeTurbine(testApp, { company_id: own, city: 'manisa', code: 'T-2' })
  foreign = await makeTurbine(testApp, { company_id: theirs, city: 'izmir', code: 'T-3' })
  const base = { found_on: '2025-05-10', year: 2025 }
  const old = await addFinding(superadmin, first, { ...base, severity: 2 })
  const fields = { found_on: '2026-05-10', year: 2026 }
  await addFinding(superadmin, first, { ...fields, severity: 3, earlier_id: old.id })
  await addFinding(superadmin, first, { ...fields, severity: 5, status: 'repaired', blade: 'B' })
  await addFinding(superadmin, second, { ...fields, severity: 4, side: 'TE', type: 'te-split' })
  await addFinding(superadmin, second, { ...fields, severity: null, side: 'TE', type: 'oil' })
  await addFinding(superadmin, foreign, { ...fields, severity: 5 })
})

const list = async (client: Client, query = '') => {
  const findings = await readData<FleetFinding[]>(await client.get(`/api/findings${query}`))
  return findings.map(({ turbine_code, severity }) => `${turbine_code} ${severity}`)
}

it('lists the findings of all turbines that the viewer may see, first what is due, at the end what is solved or continued', async () => {
  expect(await list(manager)).toEqual(['T-2 4', 'T-1 3', 'T-2 null', 'T-1 5', 'T-1 2'])
  expect(await list(superadmin, '?status=unsolved&severity_min=4')).toEqual(['T-3 5', 'T-2 4'])
})

it('filters by each field, and never shows those of another company', async () => {
  expect(await list(manager, '?city=manisa')).toEqual(['T-2 4', 'T-2 null'])
  expect(await list(manager, `?turbine_id=${foreign}`)).toEqual([])
  expect(await list(superadmin, `?turbine_id=${foreign}`)).toEqual(['T-3 5'])
  expect(await list(manager, '?type=oil')).toEqual(['T-2 null'])
  expect(await list(manager, '?blade=B')).toEqual(['T-1 5'])
  expect(await list(manager, '?side=TE&year=2026')).toEqual(['T-2 4', 'T-2 null'])
  expect(await list(manager, '?year=2025')).toEqual(['T-1 2'])
  expect(await list(manager, '?status=repaired')).toEqual(['T-1 5'])
  expect(await list(superadmin, `?company_id=${own}&severity_min=3&order=severity`)).toEqual([
    'T-1 5',
    'T-2 4',
    'T-1 3',
  ])
})

it('finds one severity, those that are not graded, and as unsolved only what no later finding continues', async () => {
  expect(await list(manager, '?severity=4')).toEqual(['T-2 4'])
  expect(await list(manager, '?severity=none')).toEqual(['T-2 null'])
  expect(await list(manager, '?status=unsolved')).toEqual(['T-2 4', 'T-1 3', 'T-2 null'])
  expect(await list(manager, '?status=open')).toEqual(['T-2 4', 'T-1 3', 'T-2 null', 'T-1 2'])
})

it('finds what is due from a day on', async () => {
  expect(await list(manager, '?due_from=2026-08-10')).toEqual(['T-2 4', 'T-1 3'])
  expect(await list(manager, '?due_from=2026-08-11&due_before=2026-11-11')).toEqual(['T-1 3'])
})

it('finds what is due before a day: unsolved, and not continued by a later finding', async () => {
  expect(await list(manager, '?due_before=2026-11-10')).toEqual(['T-2 4'])
  expect(await list(manager, '?due_before=2026-11-11')).toEqual(['T-2 4', 'T-1 3'])
})

it('refuses values that no field has', async () => {
  for (const query of [
    '?severity_min=6',
    '?severity=0',
    '?due_from=x',
    '?due_before=tomorrow',
    '?page=0',
    '?order=name',
    '?type=%00',
  ]) {
    expect(await readError(await manager.get(`/api/findings${query}`))).toEqual([400, 'validation_failed'])
  }
})

it('has a hundred findings on a page', async () => {
  const turbine = await makeTurbine(testApp, { company_id: own, code: 'T-9' })
  for (let count = 0; count < 101; count++) await addFinding(superadmin, turbine)
  const query = `?turbine_id=${turbine}`
  const answer = (await (await manager.get(`/api/findings${query}`)).json()) as {
    total: number
    data: object[]
  }
  expect([answer.total, answer.data.length]).toEqual([101, 100])
  expect(await list(manager, `${query}&page=2`)).toHaveLength(1)
  expect(await list(manager, `${query}&page=3`)).toEqual([])
  await superadmin.delete(`/api/turbines/${turbine}`)
})

it('sorts by the code of the turbine as lists of names do, over the ends of pages', async () => {
  const company = await makeCompany(testApp)
  const codes = ['T10', 'Ş1', 'T2', 'Z1', 'ÇAN 3', 'İZ-1', 'IĞ-1', 'D1', 'çan 12']
  for (const code of codes) {
    const turbine = await makeTurbine(testApp, { company_id: company, code })
    for (let count = 0; count < 13; count++)
      await addFinding(superadmin, turbine, { blade: count % 2 === 0 ? 'B' : 'A', severity: 1 })
  }
  const sorted = ['ÇAN 3', 'çan 12', 'D1', 'IĞ-1', 'İZ-1', 'Ş1', 'T2', 'T10', 'Z1']
  const pages = [1, 2].map((page) =>
    superadmin.get(`/api/findings?company_id=${company}&order=turbine&page=${page}`),
  )
  const [first, second] = await Promise.all(
    pages.map(async (page) => (await (await page).json()) as { data: FleetFinding[]; total: number }),
  )
  expect([first?.total, first?.data.length, second?.total, second?.data.length]).toEqual([117, 100, 117, 17])
  const listed = [...(first?.data ?? []), ...(second?.data ?? [])]
  expect([...new Set(listed.map(({ turbine_code }) => turbine_code))]).toEqual(sorted)
  expect(new Set(listed.map(({ id }) => id)).size).toBe(117)
  const places = listed.map(({ turbine_code, blade }) => `${sorted.indexOf(turbine_code)} ${blade}`)
  expect(places).toEqual(places.toSorted())
  expect(await list(superadmin, `?company_id=${company}&order=turbine&page=3`)).toEqual([])
})

it('names the cities in the order of the Turkish alphabet', async () => {
  const company = await makeCompany(testApp)
  for (const city of ['tekirdağ', 'ığdır', 'izmir', 'çanakkale'])
    await addFinding(superadmin, await makeTurbine(testApp, { company_id: company, city }))
  const { cities } = await readData<FindingSummary>(
    await superadmin.get(`/api/findings/summary?company_id=${company}`),
  )
  expect(cities.map(({ city }) => city)).toEqual(['çanakkale', 'ığdır', 'izmir', 'tekirdağ'])
})

it('counts by year, type and month of the due date, and names the worst turbines', async () => {
  const summary = await readData<FindingSummary>(await manager.get('/api/findings/summary'))
  expect(summary.years.map(({ year, severity, findings }) => [year, severity, findings])).toEqual(
    expect.arrayContaining([
      [2026, null, 1],
      [2026, 3, 1],
      [2026, 4, 1],
      [2026, 5, 1],
      [2025, 2, 1],
    ]),
  )
  expect(summary.types.reduce((sum, { findings }) => sum + findings, 0)).toBe(5)
  expect(summary.due).toEqual([
    { month: '2026-08', severity: 4, findings: 1 },
    { month: '2026-11', severity: 3, findings: 1 },
  ])
  expect(summary.worst).toEqual([
    expect.objectContaining({
      turbine_code: 'T-2',
      severity: 4,
      unsolved_findings: 2,
      next_due_on: '2026-08-10',
    }),
    expect.objectContaining({
      turbine_code: 'T-1',
      severity: 3,
      unsolved_findings: 1,
      next_due_on: '2026-11-10',
    }),
  ])
})

it('gives each turbine its state', async () => {
  const empty = await makeTurbine(testApp, { company_id: own })
  const photographed = await makeTurbine(testApp, { company_id: own })
  await superadmin.upload(photographed, { 'a.jpg': await jpeg() }, { year: '2024' })
  const flown = await makeTurbine(testApp, { company_id: own })
  await superadmin.upload(flown, { 'b.jpg': await jpeg() }, { year: '2024', category: 'drone' })
  for (const turbine of [first, second, photographed, flown]) await publishAll(superadmin, turbine)
  const turbines = await readData<Turbine[]>(await manager.get('/api/turbines'))
  const stateOf = (id: number) => {
    const { state, state_year, unsolved_finding_count } = turbines.find((each) => each.id === id) as Turbine
    return [state, state_year, unsolved_finding_count]
  }
  expect([first, second, empty, photographed, flown].map(stateOf)).toEqual([
    ['C', 2026, 1],
    ['D', 2026, 2],
    ['not_inspected', null, 0],
    ['A', 2024, 0],
    ['A', 2024, 0],
  ])
})
