import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Report } from '#domain/report.ts'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { makeReport } from '../../support/inspection-setup.ts'
import { uploadReport } from './report-calls.ts'

setUpTurbine()

async function readLanguages(): Promise<(string | null)[]> {
  const reports = await readData<Report[]>(await operator.get(`/api/turbines/${turbine}/reports`))
  return reports.sort((one, other) => one.id - other.id).map(({ language }) => language)
}

it('a report of the panel has a language, also one that was made before reports had it; an uploaded one has none', async () => {
  await makeReport(operator, turbine, 'tr')
  await makeReport(operator, turbine, 'en')
  await uploadReport('own.pdf')
  expect(await readLanguages()).toEqual(['tr', 'en', null])
  const { write } = testApp.services.db
  await write.updateTable('report').set({ language: null }).where('turbine_id', '=', turbine).execute()
  expect(await readLanguages()).toEqual([null, null, null])
  const migration = readMigrations(isPostgres(write) ? 'postgres' : 'sqlite').find(({ name }) =>
    name.startsWith('0040-'),
  )
  const update = migration?.sql.match(/^update .*;$/m)?.[0] ?? ''
  await sql.raw(update).execute(write)
  expect(await readLanguages()).toEqual(['tr', 'en', null])
})
