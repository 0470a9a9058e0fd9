/** The making of inspection reports after the answer: its states, its end, and what becomes of it when something happens meanwhile. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { REPORT_FINDINGS_MAX, REPORT_JOBS_KEPT_MS, REPORTS_ORDERED_MAX } from '#domain/limits.ts'
import type { Report } from '#domain/report.ts'
import { isUnfinished, type ReportJob } from '#domain/report-job.ts'
import { deleteOldReportJobs } from '#server/features/inspections/report-jobs/report-job-queries.ts'
import { reportFiles } from '#server/features/reports/report-files.ts'
import { WorkerEnded } from '#server/infrastructure/images/worker-process.ts'
import {
  type Client,
  makeCompany,
  makeTurbine,
  makeUser,
  readData,
  readError,
  signIn,
  signInAs,
} from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { awaitReportJob, makeReport, sendReport } from '../../support/inspection-setup.ts'
import { TestApp } from '../../support/test-app.ts'

let testApp: TestApp
let company: number
let operator: Client
let turbine: number
/** Until it resolves, drawn reports do not end. */
let gate: PromiseWithResolvers<void> | undefined
/** How many reports are being drawn. */
let drawing = 0
/** How many findings are drawn while `gate` holds a report. */
let drawnFirst: number

beforeAll(async () => {
  testApp = await TestApp.open()
  const { images } = testApp.services
  const { writeReport } = images
  images.writeReport = async (...call) => {
    drawing += 1
    try {
      const [, , { signal }, onDrawn] = call
      onDrawn?.(drawnFirst)
      await Promise.race([gate?.promise, aborted(signal)])
      return await writeReport.apply(images, call)
    } finally {
      drawing -= 1
    }
  }
})
afterAll(() => testApp[Symbol.asyncDispose]())
beforeEach(async () => {
  drawnFirst = 0
  gate = undefined
  company = await makeCompany(testApp)
  operator = await signInAs(testApp, 'operator', company)
  turbine = await makeTurbine(testApp, { company_id: company })
})
afterEach(async () => {
  vi.restoreAllMocks()
  gate?.resolve()
  gate = undefined
  await expect.poll(countUnfinished, { timeout: 60_000 }).toBe(0)
  await expect.poll(() => drawing).toBe(0)
})

async function countUnfinished(): Promise<number> {
  const { read } = testApp.services.db
  const rows = await read.selectFrom('report_job').select('state').execute()
  return rows.filter(isUnfinished).length
}

function aborted(signal?: AbortSignal): Promise<void> | undefined {
  if (!signal) return undefined
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

const jobAddress = ({ id }: { id: number }, of = turbine) => `/api/turbines/${of}/report-jobs/${id}`
const order = async (language = 'tr', of = turbine, year = 2026) =>
  readData<ReportJob>(await sendReport(operator, of, language, year))
const read = async (job: ReportJob, of = turbine) =>
  readData<ReportJob>(await operator.get(jobAddress(job, of)))
const listReports = async (of = turbine) =>
  readData<Report[]>(await operator.get(`/api/turbines/${of}/reports`))
const cancel = async (job: ReportJob) => readData<ReportJob>(await operator.delete(jobAddress(job)))

/** Orders a report, and waits until it is being drawn and goes no further. */
async function orderAndHold(): Promise<ReportJob> {
  gate = Promise.withResolvers()
  const job = await order()
  await expect.poll(() => drawing).toBe(1)
  return job
}

async function countFiles(): Promise<number> {
  const names = await testApp.files()
  return names.filter((name) => name.includes(`turbines/${turbine}/${reportFiles.name}`)).length
}

describe('the job of a report', () => {
  it('is answered before the report is made, and says at the end which report it is', async () => {
    const answer = await sendReport(operator, turbine)
    expect(answer.status).toBe(202)
    const job = await readData<ReportJob>(answer)
    expect(job).toMatchObject({ state: 'queued', progress: 0, report_id: null, year: 2026, language: 'tr' })
    const ended = await awaitReportJob(operator, turbine, job)
    expect(ended).toMatchObject({ state: 'done', progress: 1, error: null, message: null })
    expect((await listReports()).map(({ id }) => id)).toEqual([ended.report_id])
  })

  it('is in the list of its turbine until it has ended', async () => {
    const list = async () => readData<ReportJob[]>(await operator.get(`/api/turbines/${turbine}/report-jobs`))
    const job = await orderAndHold()
    expect((await list()).map(({ id, state }) => [id, state])).toEqual([[job.id, 'running']])
    gate?.resolve()
    await awaitReportJob(operator, turbine, job)
    expect(await list()).toEqual([])
  })

  it('is the same for the same order, as long as it has not ended', async () => {
    const job = await orderAndHold()
    const colleague = await signInAs(testApp, 'admin', company)
    const again = await readData<ReportJob>(await sendReport(colleague, turbine))
    expect(again.id).toBe(job.id)
    expect((await order('en')).id).not.toBe(job.id)
    expect((await order('tr', turbine, 2025)).id).not.toBe(job.id)
    gate?.resolve()
    await awaitReportJob(operator, turbine, job)
    expect((await order()).id).not.toBe(job.id)
  })

  it('tells which part of the findings is drawn', async () => {
    for (const blade of ['A', 'B'])
      await addFinding(operator, turbine, { blade, year: 2026, found_on: '2026-05-01' })
    drawnFirst = 1
    const job = await orderAndHold()
    expect((await read(job)).progress).toBe(0.5)
    gate?.resolve()
    expect(await awaitReportJob(operator, turbine, job)).toMatchObject({ state: 'done', progress: 1 })
  })

  it('has an audit entry of its user when the report is there, with the request of the order', async () => {
    const answer = await sendReport(operator, turbine)
    const job = await awaitReportJob(operator, turbine, await readData<ReportJob>(answer))
    const entries = await testApp.services.db.read
      .selectFrom('audit')
      .select(['action', 'record_id', 'request_id', 'turbine_id'])
      .where('turbine_id', '=', turbine)
      .where('action', '=', 'report.add')
      .execute()
    const request_id = answer.headers.get('X-Request-Id')
    expect(entries).toEqual([
      { action: 'report.add', record_id: String(job.report_id), request_id, turbine_id: turbine },
    ])
  })
})

describe('a report that is cancelled', () => {
  it('while it waits is never made', async () => {
    await orderAndHold()
    const waiting = await order('en')
    expect(await cancel(waiting)).toMatchObject({ state: 'cancelled', report_id: null })
    gate?.resolve()
    await expect.poll(async () => (await listReports()).length).toBe(1)
    expect((await read(waiting)).state).toBe('cancelled')
  })

  it('while it is drawn ends at once, and leaves no file and takes no version', async () => {
    const job = await orderAndHold()
    expect(await cancel(job)).toMatchObject({ state: 'cancelled', report_id: null })
    await expect.poll(() => drawing).toBe(0)
    expect(await countFiles()).toBe(0)
    expect(await listReports()).toEqual([])
    gate = undefined
    const { report } = await makeReport(operator, turbine)
    expect(report.original_filename).toMatch(/-2026-1\.pdf$/)
    expect((await read(job)).state).toBe('cancelled')
  })

  it('after it is there stays there', async () => {
    const job = await awaitReportJob(operator, turbine, await order())
    expect(await cancel(job)).toEqual(job)
    expect((await listReports()).length).toBe(1)
  })
})

describe('a report that cannot be made', () => {
  it('says why in the language of the reader, and takes no version', async () => {
    const { images } = testApp.services
    vi.spyOn(images, 'writeReport').mockRejectedValueOnce(new WorkerEnded('took longer', true))
    const job = await awaitReportJob(operator, turbine, await order())
    expect(job).toMatchObject({ state: 'failed', error: 'report_limit_exceeded', report_id: null })
    expect(job.message).toContain('Rapor çok uzun sürdü')
    const english = await operator.send('GET', jobAddress(job), undefined, { 'Accept-Language': 'en' })
    expect((await readData<ReportJob>(english)).message).toContain('The report took too long')
    const { report } = await makeReport(operator, turbine)
    expect(report.original_filename).toMatch(/-2026-1\.pdf$/)
  })

  it('is refused before any work if it has more findings than a report holds', async () => {
    const { write } = testApp.services.db
    await addFinding(operator, turbine, { year: 2026, found_on: '2026-05-01' })
    const row = await write
      .selectFrom('finding')
      .selectAll()
      .where('turbine_id', '=', turbine)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: REPORT_FINDINGS_MAX }, (_, serial) => ({
      ...row,
      id: undefined as never,
      serial: serial + 2,
      // Half of them are unsolved ones of the year before.
      year: serial % 2 === 0 ? 2026 : 2025,
    })).map(({ id: _, ...fields }) => fields)
    for (let at = 0; at < rows.length; at += 100)
      await write
        .insertInto('finding')
        .values(rows.slice(at, at + 100))
        .execute()
    const answer = await sendReport(operator, turbine)
    expect(await readError(answer)).toEqual([400, 'too_many_findings'])
    await write.deleteFrom('finding').where('turbine_id', '=', turbine).where('serial', '=', 1).execute()
    expect((await sendReport(operator, turbine)).status).toBe(202)
    expect((await sendReport(operator, turbine, 'tr', 2024)).status).toBe(202)
  })

  it('fails if its user may not add reports any more', async () => {
    const account = await makeUser(testApp, { role: 'operator', company_id: company })
    const other = await signIn(testApp, account)
    gate = Promise.withResolvers()
    const job = await readData<ReportJob>(await sendReport(other, turbine))
    await expect.poll(() => drawing).toBe(1)
    await testApp.services.db.write
      .updateTable('user')
      .set({ is_active: 0 })
      .where('id', '=', account.id)
      .execute()
    gate.resolve()
    expect(await awaitReportJob(operator, turbine, job)).toMatchObject({
      state: 'failed',
      error: 'forbidden',
    })
    expect(await listReports()).toEqual([])
    expect(await countFiles()).toBe(0)
  })

  it('fails with the reason on a full disk, and an order is refused there', async () => {
    const { config } = testApp.services
    const { minFreeBytes } = config
    const job = await orderAndHold()
    const waiting = await order('en')
    Object.assign(config, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    expect(await readError(await sendReport(operator, turbine, 'tr', 2025))).toEqual([503, 'storage_full'])
    gate?.resolve()
    const ended = await awaitReportJob(operator, turbine, waiting)
    Object.assign(config, { minFreeBytes })
    expect(ended).toMatchObject({ state: 'failed', error: 'storage_full' })
    await awaitReportJob(operator, turbine, job)
  })

  it('leaves nothing if its turbine is deleted meanwhile', async () => {
    const job = await orderAndHold()
    const superadmin = await signInAs(testApp, 'superadmin')
    expect((await superadmin.delete(`/api/turbines/${turbine}`)).status).toBe(200)
    gate?.resolve()
    await expect.poll(() => drawing).toBe(0)
    expect(await readError(await superadmin.get(jobAddress(job)))).toEqual([404, 'turbine_not_found'])
    await expect.poll(() => testApp.services.jobs.count()).toMatchObject({ waiting: 0 })
    expect(await countFiles()).toBe(0)
  })
})

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
    expect((await read(waiting, second)).state).toBe('queued')
    gate?.resolve()
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
  await stopped.services.db.write
    .updateTable('report_job')
    .set({ state: 'running', attempts: 1, progress: 0.5 })
    .where('id', '=', begun.id)
    .execute()
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
  await stopped.services.db.write
    .updateTable('report_job')
    .set({ state: 'running', attempts: 3 })
    .where('id', '=', job.id)
    .execute()
  stopped.services.jobs.start(stopped.services)
  expect(await awaitReportJob(client, at, job)).toMatchObject({ state: 'failed', error: 'internal_error' })
})

it('the maintenance deletes the jobs that ended long ago, and those that ended while the clock was ahead', async () => {
  const { write, read } = testApp.services.db
  const job = await awaitReportJob(operator, turbine, await order())
  const find = () => read.selectFrom('report_job').select('id').where('id', '=', job.id).executeTakeFirst()
  await deleteOldReportJobs(write)
  await deleteOldReportJobs(write, Date.now() + REPORT_JOBS_KEPT_MS - 60_000)
  expect(await find()).toBeDefined()
  await deleteOldReportJobs(write, Date.now() + REPORT_JOBS_KEPT_MS + 60_000)
  expect(await find()).toBeUndefined()
  const ahead = await awaitReportJob(operator, turbine, await order())
  await deleteOldReportJobs(write, Date.now() - REPORT_JOBS_KEPT_MS - 60_000)
  expect(await readError(await operator.get(jobAddress(ahead)))).toEqual([404, 'report_job_not_found'])
  expect((await listReports()).length).toBe(2)
})
