/** What the demo publishes is sealed, signed, reviewed and told as what people publish. */
import { expect, it } from 'vitest'
import type { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import type { Notification } from '#domain/notifications.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { makeUser, signIn } from '../../../tests/support/accounts.ts'
import { company, setUpCompany, testApp } from '../../../tests/support/app-setup.ts'
import { makeTurbine, readData, taken } from '../../../tests/support/builders.ts'
import { addFinding } from '../../../tests/support/finding-setup.ts'
import { inspectionOf } from '../../../tests/support/inspection-setup.ts'
import { userOf } from '../accounts.ts'
import { TURBINES } from '../demo-data.ts'
import { addInspections } from './fill-inspections.ts'
import { sortNotifications } from './fill-notifications.ts'

setUpCompany('file', [])

it('has versions that verify finds nothing wrong with, whose forms say what their photos suggest', async () => {
  // Its newest inspection has a second version.
  const demo = TURBINES[1] as (typeof TURBINES)[number]
  for (const role of ['operator', 'company_manager'] as const)
    await makeUser(testApp, { role, company_id: company, email: userOf(demo.company_id, role).email })
  const operator = await signIn(testApp, await makeUser(testApp, { role: 'operator', company_id: company }))
  const turbine = await makeTurbine(testApp, { company_id: company, code: demo.code })
  for (const year of [2025, 2026]) {
    const day = `${year}-05-11`
    const drone = { year: String(year), category: 'drone' }
    await operator.upload(turbine, { [`${year}.jpg`]: await taken(day) }, drone)
    await addFinding(operator, turbine, { severity: 3, year, found_on: day })
  }
  await addInspections(testApp.services, new Map([[demo.code, turbine]]), new Date())
  expect(await verifyVersions(testApp.services.db.read)).toEqual({ versions: 3, unsigned: 0, faults: [] })
  const answer = await operator.get(inspectionOf(turbine, 2026, '/versions/2'))
  expect((await answer.json()) as SealedDocument).toMatchObject({
    undecided: 0,
    looked_at: 1,
    inspection: { first_day: '2026-05-11', methods: ['drone'], camera: 'DJI H30T' },
  })
  const sheet = await operator.get(inspectionOf(turbine, 2026, '/publish-sheet'))
  expect(await readData<PublishSheet>(sheet)).toMatchObject({ missing: ['further_version'], undecided: 0 })
  await sortNotifications(testApp.services, new Date())
  const told = { kind: 'published', turbine_id: turbine, state: 'C', read: false }
  expect(await readData<Notification[]>(await operator.get('/api/notifications'))).toMatchObject([
    { ...told, record: { id: 2026 }, version: 2 },
    { ...told, record: { id: 2026 }, version: 1 },
    { ...told, record: { id: 2025 }, version: 1 },
  ])
})
