import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { readInspection } from '../../support/inspection-setup.ts'
import { publishInspection } from '../../support/publish-inspection.ts'

const [EARLIER, YEAR] = [2025, 2026]
setUpTurbine()

const version = (number: number, rest = '') =>
  `/api/turbines/${turbine}/inspections/${YEAR}/versions/${number}${rest}`

it('a version names no earlier finding that is not published; the next one does, when it is', async () => {
  const customer = await signInAs(testApp, 'customer', company)
  const earlier = await addFinding(operator, turbine, { severity: 2, year: EARLIER, found_on: '2025-05-02' })
  const fields = { year: YEAR, found_on: '2026-05-02', severity: 2, earlier_id: earlier.id }
  const { id } = await addFinding(operator, turbine, fields)
  const linkOf = async () =>
    (await readData<Finding>(await customer.get(findingsOf(turbine, `/${id}`)))).earlier_id
  const sealedLinks = async (number: number) => {
    const document = (await (await customer.get(version(number))).json()) as SealedDocument
    return document.findings.map((finding) => finding.earlier_id)
  }

  await publishInspection(operator, turbine, YEAR)
  expect(await sealedLinks(1)).toEqual([null])
  expect(await linkOf()).toBeNull()
  // What the team knows beside it is no change that waits to be published.
  expect(await readInspection(operator, turbine, YEAR)).toMatchObject({ unpublished_changes: 0 })
  await operator.json('PUT', findingsOf(turbine, `/${id}`), { severity: 3 })
  await publishInspection(operator, turbine, YEAR)
  expect(await sealedLinks(2)).toEqual([null])
  const changed = await readData<InspectionChange[]>(await customer.get(version(2, '/changes')))
  expect(changed.map(({ field }) => field)).toEqual(['severity'])

  await publishInspection(operator, turbine, EARLIER)
  expect(await linkOf()).toBe(earlier.id)
  await operator.json('PUT', findingsOf(turbine, `/${id}`), { severity: 4 })
  await publishInspection(operator, turbine, YEAR)
  expect(await sealedLinks(3)).toEqual([earlier.id])
  const linked = await readData<InspectionChange[]>(await customer.get(version(3, '/changes')))
  expect(linked).toMatchObject([
    { field: 'severity', before: 3, after: 4 },
    { field: 'earlier_id', before: null, after: earlier.id },
  ])
  expect(await verifyVersions(testApp.services.db.read)).toMatchObject({ versions: 4, faults: [] })
})

it('a version names an earlier finding of its own', async () => {
  const first = await addFinding(operator, turbine, { severity: 2, year: YEAR, found_on: '2026-05-01' })
  const fields = { year: YEAR, found_on: '2026-05-02', severity: 2, earlier_id: first.id }
  await addFinding(operator, turbine, fields)
  await publishInspection(operator, turbine, YEAR)
  const document = (await (await operator.get(version(1))).json()) as SealedDocument
  expect(document.findings.map((finding) => finding.earlier_id)).toEqual([null, first.id])
})
