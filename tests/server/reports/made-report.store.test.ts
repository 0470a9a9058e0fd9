import { expect, it } from 'vitest'
import { awaitReportJob } from '../../support/inspection-setup.ts'
import { listReports, operator, order, setUpReportJobs, turbine } from './report-job-setup.ts'

setUpReportJobs()

// The drawing runs with the permissions of a worker, which refuse more than a test in this process does.
it('makes an ordered report in a worker', async () => {
  const ended = await awaitReportJob(operator, turbine, await order())
  expect(ended).toMatchObject({ state: 'done', error: null })
  expect((await listReports()).map(({ id }) => id)).toEqual([ended.report_id])
})
