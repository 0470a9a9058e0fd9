import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import { operator, setUpFarm, turbine } from '../../support/app-setup.ts'
import { readData, readError } from '../../support/builders.ts'
import { findingsOf } from '../../support/finding-setup.ts'
import { sendReport } from '../../support/inspection-setup.ts'
import { publishInspection } from '../../support/publish-inspection.ts'

const [EARLIER, YEAR] = [2025, 2026]

setUpFarm('test', ['operator'], { jobs: 'wait' })

async function add(year: number, count: number): Promise<void> {
  const csv = `blade,side,type,severity,year\n${`A,LE,oil,3,${year}\n`.repeat(count)}`
  const answer = await operator.json('POST', findingsOf(turbine, '/import'), {
    csv,
    distances_from: 'root',
    dry_run: false,
  })
  expect(answer.status).toBe(200)
}

const newest = async () => {
  const path = `/api/turbines/${turbine}/inspections/${YEAR}/versions`
  return (await readData<InspectionVersion[]>(await operator.get(path)))[0]
}
const ordered = async () =>
  (await readData<ReportJob[]>(await operator.get(`/api/turbines/${turbine}/report-jobs`))).filter(
    ({ year }) => year === YEAR,
  )

it('a version with more findings than a report holds orders none, and says how many they are', async () => {
  await add(EARLIER, 1)
  await publishInspection(operator, turbine, EARLIER)
  await add(YEAR, REPORT_FINDINGS_MAX)
  await publishInspection(operator, turbine, YEAR)
  // The one of the earlier year is unsolved, so the report has it, too.
  expect(await newest()).toMatchObject({ version: 1, report_findings: REPORT_FINDINGS_MAX + 1 })
  expect(await ordered()).toEqual([])
  expect(await readError(await sendReport(operator, turbine, 'tr', YEAR))).toEqual([400, 'too_many_findings'])

  const findings = await readData<Finding[]>(await operator.get(findingsOf(turbine)))
  const earlier = findings.find(({ year }) => year === EARLIER)
  const other = findings.find(({ year }) => year === YEAR)
  await operator.json('PUT', findingsOf(turbine, `/${earlier?.id}`), { status: 'repaired' })
  await operator.json('PUT', findingsOf(turbine, `/${other?.id}`), { severity: 4 })
  await publishInspection(operator, turbine, YEAR)
  expect(await newest()).toMatchObject({ version: 2, report_findings: REPORT_FINDINGS_MAX })
  expect(await ordered()).toMatchObject([{ inspection_version: 2 }, { inspection_version: 2 }])
})
