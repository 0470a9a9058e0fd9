import { expect, it } from 'vitest'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { readData } from '../../support/builders.ts'
import { awaitReportJob } from '../../support/inspection-setup.ts'
import { listReports, operator, order, setUpReportJobs, turbine } from './report-job-setup.ts'

setUpReportJobs()

// The drawing runs with the permissions of a worker, which refuse more than a test in this process does.
it('makes an ordered report in a worker', async () => {
  const ended = await awaitReportJob(operator, turbine, await order())
  expect(ended).toMatchObject({ state: 'done', error: null })
  expect((await listReports()).map(({ id }) => id)).toEqual([ended.report_id])
})

it('makes the first page alone as a report of its own, beside the whole one', async () => {
  const path = `/api/turbines/${turbine}/inspections/2026/report`
  const orders = ['full', 'board', 'board'].map((extent) =>
    operator.json('POST', path, { language: 'tr', extent }),
  )
  const jobs = await Promise.all(orders.map(async (answer) => readData<ReportJob>(await answer)))
  expect(jobs.map(({ extent }) => extent)).toEqual(['full', 'board', 'board'])
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(2)
  for (const job of jobs) await awaitReportJob(operator, turbine, job)
  const names = (await listReports()).map(({ original_filename }) =>
    original_filename.replace(/-[^-]*-2026-\d\.pdf$/, ''),
  )
  expect(names.sort()).toEqual(['denetim-raporu', 'yonetim-ozeti'])
})
