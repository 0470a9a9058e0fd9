/** What the list of inspections says first of published ones, and whether one waits for the caller. */
import { expect, it } from 'vitest'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { type Client, signInAs } from '../../../support/accounts.ts'
import {
  admin,
  company,
  customer,
  operator,
  setUpFarm,
  testApp,
  turbine,
} from '../../../support/app-setup.ts'
import { jpeg, pdf, readData } from '../../../support/builders.ts'
import { addFinding, findingsOf } from '../../../support/finding-setup.ts'
import { EMPTY_INSPECTION, saveInspection } from '../../../support/inspection-setup.ts'
import { moveInspection, publishWithoutReports } from '../../../support/publish-inspection.ts'

setUpFarm('test', ['operator', 'admin', 'customer'])

async function resultsOf(client: Client) {
  const inspections = await readData<FleetInspection[]>(await client.get('/api/inspections'))
  return Object.fromEntries(
    inspections.map(({ year, published }) => [
      year,
      published && [published.state, published.worst?.number ?? null, published.worst?.severity ?? null],
    ]),
  )
}

it('is the letter and the worst unresolved finding as of that inspection', async () => {
  const crack = { type: 'crack-transverse', blade: 'B', side: 'PS', from_m: 14 }
  const first = await addFinding(operator, turbine, {
    ...crack,
    severity: 3,
    year: 2024,
    found_on: '2024-05-01',
  })
  await addFinding(operator, turbine, {
    blade: 'A',
    side: 'LE',
    severity: 2,
    year: 2024,
    found_on: '2024-05-01',
  })
  await publishWithoutReports(admin, turbine, 2024)
  const next = await addFinding(operator, turbine, {
    ...crack,
    severity: 4,
    year: 2025,
    found_on: '2025-05-01',
    earlier_id: first.id,
  })
  await publishWithoutReports(admin, turbine, 2025)
  await operator.upload(turbine, { 'a.jpg': await jpeg() }, { year: '2026' })
  const shown = {
    2026: null,
    // The crack of 2024 continues in 2025; the other finding of 2024 is still unresolved.
    2025: ['D', next.number, 4],
    // Nobody knew in 2024 that it would grow.
    2024: ['C', first.number, 3],
  }
  expect(await resultsOf(operator)).toEqual(shown)
  const { 2026: _, ...published } = shown
  expect(await resultsOf(customer)).toEqual(published)

  // What is not published yet changes nothing.
  await operator.json('PUT', findingsOf(turbine, `/${next.id}`), { severity: 5 })
  expect(await resultsOf(customer)).toEqual(published)
  await operator.json('PUT', findingsOf(turbine, `/${next.id}`), { status: 'repaired' })
  await publishWithoutReports(admin, turbine, 2025)
  expect((await resultsOf(customer))[2025]?.slice(0, 1)).toEqual(['B'])
})

it('is, of equally severe findings, the one that is due first, as on the page of the turbine', async () => {
  const fields = { blade: 'A', side: 'LE', severity: 3, year: 2025 }
  await addFinding(operator, turbine, { ...fields, found_on: '2025-06-01' })
  const left = await addFinding(operator, turbine, { ...fields, year: 2024, found_on: '2024-06-01' })
  await publishWithoutReports(admin, turbine, 2024)
  await publishWithoutReports(admin, turbine, 2025)
  expect((await resultsOf(customer))[2025]).toEqual(['C', left.number, 3])
})

it('is no letter for an inspection without photos and findings, and A for one without damage', async () => {
  await saveInspection(admin, turbine, EMPTY_INSPECTION, 2023)
  await moveInspection(admin, turbine, 2023, 'published', 'Test')
  await operator.upload(turbine, { 'a.jpg': await jpeg() }, { year: '2024' })
  await publishWithoutReports(admin, turbine, 2024)
  expect(await resultsOf(customer)).toEqual({ 2023: ['not_inspected', null, null], 2024: ['A', null, null] })
})

it('has the newest uploaded report until there is one of the version, and then the first one of it', async () => {
  await addFinding(operator, turbine, { severity: 3, year: 2024, found_on: '2024-05-01' })
  await publishWithoutReports(admin, turbine, 2024)
  for (const name of ['old.pdf', 'new.pdf'])
    await operator.uploadReports(turbine, { [name]: pdf() }, { year: '2024' })
  const reportsOf = async () => {
    const [inspection] = await readData<FleetInspection[]>(await customer.get('/api/inspections'))
    return inspection?.published?.reports.map(({ id, language }) => ({ id, language }))
  }
  const reports = await readData<{ id: number; original_filename: string }[]>(
    await customer.get(`/api/turbines/${turbine}/reports`),
  )
  const idOf = (name: string) => reports.find(({ original_filename }) => original_filename === name)?.id
  expect(await reportsOf()).toEqual([{ id: idOf('new.pdf'), language: null }])
  const { write } = testApp.services.db
  await write
    .updateTable('report')
    .set({ language: 'tr', inspection_version: 1 })
    .where('original_filename', '=', 'old.pdf')
    .execute()
  expect(await reportsOf()).toEqual([{ id: idOf('old.pdf'), language: 'tr' }])

  // A later one of the same version may be its first page alone.
  await write
    .updateTable('report')
    .set({ language: 'tr', inspection_version: 1 })
    .where('original_filename', '=', 'new.pdf')
    .execute()
  expect(await reportsOf()).toEqual([{ id: idOf('old.pdf'), language: 'tr' }])
})

it('tells each user of one role and company what waits for them', async () => {
  const colleague = await signInAs(testApp, 'operator', company)
  await addFinding(operator, turbine, { severity: 3, year: 2024, found_on: '2024-05-01' })
  for (const [client, waits] of [
    [operator, true],
    [colleague, false],
    [customer, undefined],
  ] as const) {
    const [inspection] = await readData<FleetInspection[]>(await client.get('/api/inspections'))
    expect(inspection?.waits_for_caller).toBe(waits)
    const waiting = await readData<FleetInspection[]>(await client.get('/api/inspections?waits_for=me'))
    expect(waiting).toHaveLength(waits ? 1 : 0)
  }
})
