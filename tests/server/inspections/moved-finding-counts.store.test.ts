import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Turbine } from '#domain/turbine.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { admin, customer, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'

/** A finding is found in the first year, and moved to the second one. */
const [FIRST, SECOND] = [2025, 2026]
let moved: Finding

setUpFarm('test', ['operator', 'admin', 'customer'], { jobs: 'wait' })
beforeEach(async () => {
  await addFinding(operator, turbine, { severity: 2, year: FIRST, found_on: `${FIRST}-05-01` })
  moved = await addFinding(operator, turbine, { severity: 4, year: FIRST, found_on: `${FIRST}-05-02` })
  await publishInspection(operator, turbine, FIRST)
})

async function move(to: number): Promise<void> {
  const change = { year: to, found_on: `${to}-05-02` }
  expect((await operator.json('PUT', findingsOf(turbine, `/${moved.id}`), change)).status).toBe(200)
}

/** Every count of the findings of both years that customers read. They must agree. @returns the year of the moved finding, if they see it, and the letter */
async function readByCustomer(): Promise<{ first: number; second: number; moved: number[]; letter: string }> {
  const findings = await readData<Finding[]>(await customer.get(findingsOf(turbine)))
  const inspections = await readData<FleetInspection[]>(
    await customer.get(`/api/inspections?turbine_id=${turbine}`),
  )
  const summary = await readData<FindingSummary>(await customer.get('/api/findings/summary'))
  const csv = await (await customer.get('/api/findings.csv', { 'Accept-Language': 'en' })).text()
  const numbers = csv.match(/\b[ABC]-LE-\d{3}\b/g) ?? []
  const { turbine: shown } = (await (await customer.get(`/api/turbines/${turbine}`)).json()) as {
    turbine: Turbine
  }
  const countOf = (year: number) => findings.filter((finding) => finding.year === year).length
  for (const year of [FIRST, SECOND]) {
    const inYear = countOf(year)
    const ofSummary = summary.years.filter((each) => each.year === year)
    expect(ofSummary.reduce((sum, each) => sum + each.findings, 0)).toBe(inYear)
    expect(inspections.find((each) => each.year === year)?.findings ?? 0).toBe(inYear)
    const filtered = await readData<Finding[]>(await customer.get(findingsOf(turbine, `?year=${year}`)))
    expect(filtered).toHaveLength(inYear)
  }
  expect(numbers).toHaveLength(findings.length)
  expect(summary.unsolved).toBe(findings.length)
  expect(await verifyVersions(testApp.services.db.read)).toMatchObject({ faults: [] })
  return {
    first: countOf(FIRST),
    second: countOf(SECOND),
    moved: findings.filter(({ id }) => id === moved.id).map(({ year }) => year),
    letter: shown.state,
  }
}

const IN_FIRST = { first: 2, second: 0, moved: [FIRST], letter: 'D' }
const IN_SECOND = { first: 1, second: 1, moved: [SECOND], letter: 'D' }

describe('a finding that moves to another year after it was published', () => {
  it('is shown once at every step: where it was published last', async () => {
    expect(await readByCustomer()).toEqual(IN_FIRST)
    await move(SECOND)
    expect(await readByCustomer()).toEqual(IN_FIRST)
    await publishInspection(operator, turbine, SECOND)
    expect(await readByCustomer()).toEqual(IN_SECOND)
    await publishInspection(operator, turbine, FIRST)
    expect(await readByCustomer()).toEqual(IN_SECOND)
  })

  it('is not shown between the new version of its former year and the first one of its new year', async () => {
    await move(SECOND)
    await publishInspection(operator, turbine, FIRST)
    expect(await readByCustomer()).toEqual({ first: 1, second: 0, moved: [], letter: 'B' })
    await publishInspection(operator, turbine, SECOND)
    expect(await readByCustomer()).toEqual(IN_SECOND)
  })

  it('is shown in its former year again when the version of its new year is withdrawn', async () => {
    await move(SECOND)
    await publishInspection(operator, turbine, SECOND)
    expect((await moveInspection(admin, turbine, SECOND, 'withdrawn', 'x')).status).toBe(200)
    expect(await readByCustomer()).toEqual(IN_FIRST)
  })

  it('is shown in its former year again when it has moved back and its new year is published without it', async () => {
    await move(SECOND)
    await addFinding(operator, turbine, { severity: 1, year: SECOND, found_on: `${SECOND}-06-01` })
    await publishInspection(operator, turbine, SECOND)
    await move(FIRST)
    await publishInspection(operator, turbine, SECOND)
    expect(await readByCustomer()).toEqual({ ...IN_FIRST, second: 1 })
    expect((await moveInspection(admin, turbine, SECOND, 'withdrawn', 'x')).status).toBe(200)
    expect(await readByCustomer()).toEqual({ ...IN_SECOND, second: 2 })
  })
})
