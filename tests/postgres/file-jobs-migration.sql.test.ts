import { expect, it } from 'vitest'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { migrateJobs } from '#server/infrastructure/database/postgres/postgres-jobs.ts'
import {
  baselineWithJobs,
  EXPECTED,
  FILE_JOBS,
  NEXT_ID,
  NEXT_JOB,
  WAITING,
} from '../server/stored/before-file-jobs.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { makeBeforeBaseline } from './before-baseline.ts'
import { withClient } from './database-setup.ts'

it('keeps the jobs of reports and dossiers, with new ids for those of dossiers', async () => {
  await using database = await TestDatabase.makeWithoutTables()
  await makeBeforeBaseline(database, baselineWithJobs('postgres'))
  await migrateJobs(database.url)
  await withClient(database, (own) =>
    own.query('select graphile_worker.add_job($1, $2::json, job_key => $3)', [
      WAITING.kind,
      WAITING.payload,
      WAITING.key,
    ]),
  )
  await (await openPostgres(database.url)).close()
  await withClient(database, async (own) => {
    const { rows } = await own.query<{ line: string }>(FILE_JOBS)
    expect(rows.map(({ line }) => line)).toEqual(EXPECTED)
    const jobs = await own.query('select payload from graphile_worker._private_jobs')
    expect(jobs.rows).toEqual([{ payload: { jobId: 5, companyId: 999, ahead: 0 } }])
    const { rows: added } = await own.query<{ id: string }>(NEXT_JOB)
    expect(Number(added[0]?.id)).toBe(NEXT_ID)
  })
})
