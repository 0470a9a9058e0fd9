/** The making of inspection reports after the answer: its states, its end, and what becomes of it when something happens meanwhile. */
import { describe, expect, it, vi } from 'vitest'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import { reportFiles } from '#server/features/reports/report-files.ts'
import { LimitExceeded } from '#server/infrastructure/pictures/image-refused.ts'
import { makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { readData, readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { awaitReportJob, makeReport, sendReport } from '../../support/inspection-setup.ts'
import {
  cancel,
  company,
  drawing,
  hold,
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
    release()
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
    release()
    await awaitReportJob(operator, turbine, job)
    expect((await order()).id).not.toBe(job.id)
  })

  it('tells which part of the findings is drawn', async () => {
    for (const blade of ['A', 'B'])
      await addFinding(operator, turbine, { blade, year: 2026, found_on: '2026-05-01' })
    const job = await orderAndHold(1)
    expect((await readJob(job)).progress).toBe(0.5)
    release()
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
    release()
    await expect.poll(async () => (await listReports()).length).toBe(1)
    expect((await readJob(waiting)).state).toBe('cancelled')
  })

  it('while it is drawn ends at once, and leaves no file and takes no version', async () => {
    const job = await orderAndHold()
    expect(await cancel(job)).toMatchObject({ state: 'cancelled', report_id: null })
    await expect.poll(() => drawing).toBe(0)
    await expect.poll(countFiles).toBe(0)
    expect(await listReports()).toEqual([])
    release()
    const { report } = await makeReport(operator, turbine)
    expect(report.original_filename).toMatch(/-2026-1\.pdf$/)
    expect((await readJob(job)).state).toBe('cancelled')
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
    vi.spyOn(images, 'writeReport').mockRejectedValueOnce(new LimitExceeded('time'))
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
    for (const year of [2026, 2024]) {
      const accepted = await sendReport(operator, turbine, 'tr', year)
      expect(accepted.status).toBe(202)
      // Nobody waits for these long reports.
      await cancel(await readData<ReportJob>(accepted))
    }
  })

  it('says how many findings a report holds, and how to get fewer', async () => {
    const job = await awaitReportJob(operator, turbine, await order())
    const { write } = testApp.services.db
    for (const [error, words] of [
      ['too_many_findings', 'en çok 1.000 bulgu sığar'],
      ['forbidden', 'Raporu isteyen kişinin'],
    ] as const) {
      await write.updateTable('file_job').set({ state: 'failed', error }).where('id', '=', job.id).execute()
      expect((await readJob(job)).message).toContain(words)
    }
  })

  it.each([{ is_active: 0 }, { role: 'viewer' }] as const)(
    'fails if its user may not add reports any more: %o',
    async (change) => {
      const account = await makeUser(testApp, { role: 'operator', company_id: company })
      const other = await signIn(testApp, account)
      hold()
      const job = await readData<ReportJob>(await sendReport(other, turbine))
      await expect.poll(() => drawing).toBe(1)
      await testApp.services.db.write.updateTable('user').set(change).where('id', '=', account.id).execute()
      release()
      expect(await awaitReportJob(operator, turbine, job)).toMatchObject({
        state: 'failed',
        error: 'forbidden',
      })
      expect(await listReports()).toEqual([])
      await expect.poll(countFiles).toBe(0)
    },
  )

  it('fails with the reason on a full disk, and an order is refused there', async () => {
    const { config } = testApp.services
    const { minFreeBytes } = config
    const job = await orderAndHold()
    const waiting = await order('en')
    Object.assign(config, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    expect(await readError(await sendReport(operator, turbine, 'tr', 2025))).toEqual([503, 'storage_full'])
    release()
    const ended = await awaitReportJob(operator, turbine, waiting)
    Object.assign(config, { minFreeBytes })
    expect(ended).toMatchObject({ state: 'failed', error: 'storage_full' })
    await awaitReportJob(operator, turbine, job)
  })

  it('leaves nothing if its turbine is deleted meanwhile', async () => {
    const job = await orderAndHold()
    const superadmin = await signInAs(testApp, 'superadmin')
    expect((await superadmin.delete(`/api/turbines/${turbine}`)).status).toBe(200)
    release()
    await expect.poll(() => drawing).toBe(0)
    expect(await readError(await superadmin.get(jobAddress(job)))).toEqual([404, 'turbine_not_found'])
    await expect.poll(() => testApp.services.jobs.count()).toMatchObject({ waiting: 0 })
    await expect.poll(countFiles).toBe(0)
  })
})
