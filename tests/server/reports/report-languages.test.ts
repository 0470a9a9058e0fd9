import { expect, it } from 'vitest'
import type { Report } from '#domain/report.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { makeReport } from '../../support/inspection-setup.ts'
import { uploadReport } from './report-calls.ts'

setUpTurbine()

async function readLanguages(): Promise<(string | null)[]> {
  const reports = await readData<Report[]>(await operator.get(`/api/turbines/${turbine}/reports`))
  return reports.sort((a, b) => a.id - b.id).map(({ language }) => language)
}

it('a report of the panel has a language, an uploaded one has none', async () => {
  await makeReport(operator, turbine, 'tr')
  await makeReport(operator, turbine, 'en')
  await uploadReport('own.pdf')
  expect(await readLanguages()).toEqual(['tr', 'en', null])
})
