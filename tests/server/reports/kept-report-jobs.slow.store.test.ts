/** Orders of inspection reports over time: several at once, after a stop, and long after their end. */
import { describe, expect, it, vi } from 'vitest'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { FILE_JOBS_KEPT_MS, REPORTS_ORDERED_MAX } from '#domain/limits.ts'
import { signInAs } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData, readError } from '../../support/builders.ts'
import { awaitReportJob, sendReport } from '../../support/inspection-setup.ts'
import { TestApp } from '../../support/test-app.ts'
import { deleteAsIn } from '../../support/time/delete-as-in.ts'
import {
  cancel,
  company,
  drawing,
  jobAddress,
  listReports,
  operator,
  order,
  orderAndHold,
  readJob,
  release,
  setUpReportJobs,
  testApp,
  turbine,
} from './report-job-setup.ts'

setUpReportJobs()

describe('several reports', () => {
  it('of one company are made one after the other, beside one of another company', async () => {
    await orderAndHold()
    const second = await makeTurbine(testApp, { company_id: company })
    const waiting = await order('tr', second)
    const stranger = await makeCompany(testApp)
    const other = await signInAs(testApp, 'operator', stranger)
    const foreign = await makeTurbine(testApp, { company_id: stranger })
    expect((await sendReport(other, foreign)).status).toBe(202)
    await expect.poll(() => drawing).toBe(2)
    expect((await readJob(waiting, second)).state).toBe('queued')
    release()
    expect((await awaitReportJob(operator, second, waiting)).state).toBe('done')
  })

  it('of one user are limited, and the answer says when to try again', async () => {
    await orderAndHold()
    for (let year = 2000; year < 2000 + REPORTS_ORDERED_MAX - 1; year += 1) await order('tr', turbine, year)
    const refused = await sendReport(operator, turbine, 'en')
    expect(await readError(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    // The same order is no new one.
    expect((await sendReport(operator, turbine)).status).toBe(202)
    const colleague = await signInAs(testApp, 'operator', company)
    expect((await sendReport(colleague, turbine, 'en')).status).toBe(202)
    const jobs = await readData<ReportJob[]>(await operator.get(`/api/turbines/${turbine}/report-jobs`))
    for (const job of jobs) await cancel(job)
  })
})

it('a report that was ordered before the server stopped is made after the next start', async () => {
  await using stopped = await TestApp.open({}, undefined, 'wait')
  const own = await makeCompany(stopped)
  const client = await signInAs(stopped, 'operator', own)
  const at = await makeTurbine(stopped, { company_id: own })
  const queued = await readData<ReportJob>(await sendReport(client, at))
  const begun = await readData<ReportJob>(await sendReport(client, at, 'en'))
  // What a kill leaves of one that was running.
  await stopped.edit('file_job', begun.id, { state: 'running', attempts: 1, progress: 0.5 })
  stopped.services.jobs.start(stopped.services)
  for (const job of [queued, begun])
    expect(await awaitReportJob(client, at, job)).toMatchObject({ state: 'done', progress: 1 })
})

it('a report that has ended the server three times is given up', async () => {
  await using stopped = await TestApp.open({}, undefined, 'wait')
  const own = await makeCompany(stopped)
  const client = await signInAs(stopped, 'operator', own)
  const at = await makeTurbine(stopped, { company_id: own })
  const job = await readData<ReportJob>(await sendReport(client, at))
  await stopped.edit('file_job', job.id, { state: 'running', attempts: 3 })
  stopped.services.jobs.start(stopped.services)
  expect(await awaitReportJob(client, at, job)).toMatchObject({ state: 'failed', error: 'internal_error' })
})

it.each(['can be stored', 'fails'])(
  'a report that another server has begun again is left to it, also if the first one %s',
  async (how) => {
    const { store, db, runningFileJobs } = testApp.services
    const job = await orderAndHold()
    const row = db.write.updateTable('file_job').where('id', '=', job.id)
    // What another server does after this one was not connected for a while.
    await row.set({ attempts: 2 }).execute()
    const keep = vi.spyOn(store, 'keep')
    if (how === 'fails') keep.mockRejectedValueOnce(new Error('no luck'))
    release()
    await expect.poll(() => runningFileJobs.progressOf(job.id)).toBeUndefined()
    // It may also have noticed the other server before it was to be stored.
    expect(await readJob(job)).toMatchObject({ state: 'running', report_id: null })
    expect(await listReports()).toEqual([])
    await row.set({ state: 'cancelled' }).execute()
  },
)

it('the maintenance deletes the jobs that ended long ago, and those that ended while the clock was ahead', async () => {
  const { read } = testApp.services.db
  const job = await awaitReportJob(operator, turbine, await order())
  const find = () => read.selectFrom('file_job').select('id').where('id', '=', job.id).executeTakeFirst()
  await deleteAsIn(testApp.services, Date.now() + FILE_JOBS_KEPT_MS - 60_000)
  expect(await find()).toBeDefined()
  await deleteAsIn(testApp.services, Date.now() + FILE_JOBS_KEPT_MS + 60_000)
  expect(await find()).toBeUndefined()
  const ahead = await awaitReportJob(operator, turbine, await order())
  await deleteAsIn(testApp.services, Date.now() - FILE_JOBS_KEPT_MS - 60_000)
  expect(await readError(await operator.get(jobAddress(ahead)))).toEqual([404, 'report_job_not_found'])
  expect((await listReports()).length).toBe(2)
})
