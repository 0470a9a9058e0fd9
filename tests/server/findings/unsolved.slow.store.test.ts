/** "Unsolved" is the same everywhere: on the page of a turbine, in lists, filters, files, numbers and reports, whatever has happened. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FINDING_STATUSES, type Finding, type FleetFinding } from '#domain/findings/finding.ts'
import { mayContinue } from '#domain/findings/finding-links.ts'
import { isUnsolved, stateOfWorst, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { Turbine } from '#domain/turbine.ts'
import { sortFindings } from '#server/features/inspections/description/report-findings.ts'
import { countReportFindings } from '#server/features/inspections/report-jobs/report-findings.ts'
import { filterFindings } from '../../../panel/findings/section/findings-of-year.ts'
import { company, setUpCompany, superadmin, testApp, viewer } from '../../support/app-setup.ts'
import { makeTurbine, readData } from '../../support/builders.ts'
import { findingsOf, sendFinding } from '../../support/finding-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

setUpCompany('file', ['superadmin', 'viewer'])

const YEARS = [2023, 2024, 2025, 2026]
const year = fc.constantFrom(...YEARS)
const fields = fc.record(
  {
    blade: fc.constantFrom('A', 'B'),
    year,
    found_on: fc.tuple(year, fc.integer({ min: 1, max: 9 })).map(([of, month]) => `${of}-0${month}-15`),
    status: fc.constantFrom(...FINDING_STATUSES),
    severity: fc.constantFrom(null, ...SEVERITIES),
    /** Which of the findings it continues. */
    earlier: fc.option(fc.nat(9)),
  },
  { requiredKeys: [] },
)
/** Most changes are accepted, some are refused: both must leave the findings as they have to be. */
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), fields }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(9), fields }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }) },
)

const list = async (turbine: number, query = '') =>
  readData<Finding[]>(await superadmin.get(findingsOf(turbine, query)))

async function act(turbine: number, one: typeof deed extends fc.Arbitrary<infer Deed> ? Deed : never) {
  const known = (await list(turbine)).map(({ id }) => id)
  const idOf = (which: number) => known[which % known.length]
  if (one.do === 'delete') {
    const id = idOf(one.which)
    return id === undefined ? 200 : (await superadmin.delete(findingsOf(turbine, `/${id}`))).status
  }
  const { earlier, ...named } = one.fields
  const earlier_id =
    earlier === undefined ? {} : { earlier_id: earlier === null ? null : (idOf(earlier) ?? null) }
  const body = { ...named, ...earlier_id }
  const id = one.do === 'change' ? idOf(one.which) : undefined
  if (id === undefined) return (await sendFinding(superadmin, turbine, { year: 2024, ...body })).status
  return (await superadmin.json('PUT', findingsOf(turbine, `/${id}`), body)).status
}

/** What "unsolved" means, said once more without the code of the product. */
function expected(all: Finding[]): number[] {
  const continued = all.map(({ earlier_id }) => earlier_id)
  return all
    .filter(({ id, status }) => (status === 'open' || status === 'monitored') && !continued.includes(id))
    .map(({ id }) => id)
    .sort()
}

const idsOf = (findings: { id: number }[]) => findings.map(({ id }) => id).sort()

async function expectSame(turbine: number): Promise<void> {
  await publishAll(superadmin, turbine)
  const all = await list(turbine)
  const byId = new Map(all.map((finding) => [finding.id, finding]))
  for (const finding of all) {
    const earlier = finding.earlier_id === null ? undefined : byId.get(finding.earlier_id)
    if (finding.earlier_id !== null) expect(earlier && mayContinue(finding, earlier)).toBe(true)
    if (earlier) expect(earlier.later_id).toBe(finding.id)
  }
  const ids = expected(all)
  const severities = all.filter(({ id }) => ids.includes(id)).map(({ severity }) => severity ?? 0)
  const worst = (Math.max(0, ...severities) || null) as Severity | null

  const fleet = await superadmin.get(`/api/findings?turbine_id=${turbine}&status=unsolved`)
  const { data, total } = (await fleet.json()) as { data: FleetFinding[]; total: number }
  const summary = await readData<FindingSummary>(
    await superadmin.get(`/api/findings/summary?turbine_id=${turbine}`),
  )
  const answer = await superadmin.get(`/api/turbines/${turbine}`)
  const turbines = await readData<Turbine[]>(await superadmin.get('/api/turbines'))
  const table = await (await superadmin.get(`/api/findings.csv?turbine_id=${turbine}&status=unsolved`)).text()
  const map = await superadmin.get(`/api/findings.geojson?turbine_id=${turbine}&status=unsolved`)
  const { features } = (await map.json()) as { features: { id: number }[] }
  const inspection = { year: 2026 } as Parameters<typeof sortFindings>[0]['inspection']
  const reportData = { findings: all, inspection } as Parameters<typeof sortFindings>[0]
  const everywhere = {
    turbine: ((await answer.json()) as { turbine: Turbine }).turbine.unsolved_finding_count,
    list: turbines.find(({ id }) => id === turbine)?.unsolved_finding_count,
    total,
    summary: summary.worst[0]?.unsolved_findings ?? 0,
    table: table.trim().split('\r\n').length - 1,
  }
  expect(everywhere).toEqual({
    turbine: ids.length,
    list: ids.length,
    total: ids.length,
    summary: ids.length,
    table: ids.length,
  })
  expect({
    one: idsOf(await list(turbine, '?status=unsolved')),
    published: idsOf(await readData<Finding[]>(await viewer.get(findingsOf(turbine, '?status=unsolved')))),
    fleet: idsOf(data),
    map: idsOf(features),
    each: idsOf(all.filter(isUnsolved)),
    panel: idsOf(
      filterFindings(all, {
        year: undefined,
        severityMin: undefined,
        status: 'unsolved',
        sightings: 'newest',
      }),
    ),
    ofNewestYear: idsOf(
      filterFindings(all, { year: 2026, severityMin: undefined, status: 'unsolved', sightings: 'newest' }),
    ),
    report: idsOf(sortFindings(reportData).unsolved),
  }).toEqual({
    one: ids,
    published: ids,
    fleet: ids,
    map: ids,
    each: ids,
    panel: ids,
    ofNewestYear: ids,
    report: ids,
  })
  expect(summary.worst[0]?.severity ?? null).toBe(ids.length === 0 ? null : worst)
  const { state } = turbines.find(({ id }) => id === turbine) as Turbine
  expect(state).toBe(all.length === 0 ? 'not_inspected' : stateOfWorst(worst))
  for (const each of YEARS) {
    const known = all.filter((finding) => finding.year <= each)
    expect(idsOf(unsolvedAfter(all, each))).toEqual(expected(known))
    const report = sortFindings({ ...reportData, inspection: { ...inspection, year: each } })
    expect(idsOf(report.unsolved)).toEqual(expected(known))
    const counted = await countReportFindings(testApp.services.db.read, turbine, each)
    expect(counted).toBe(report.own.length + report.leftOver.length)
  }
}

it('is the same in every answer after every change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
      const turbine = await makeTurbine(testApp, { company_id: company })
      for (const one of deeds) expect(await act(turbine, one)).toBeOneOf([200, 201, 400, 409])
      await expectSame(turbine)
    }),
    { numRuns: 25 },
  )
})
