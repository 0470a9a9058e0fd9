import { describe, expect, it, vi } from 'vitest'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { FleetReport, Report } from '#domain/report.ts'
import type { Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { insertFileJob } from '#server/features/file-jobs/file-job-queries.ts'
import { queuedJobOf } from '#server/features/file-jobs/run-file-job.ts'
import { reportKind } from '#server/features/inspections/report-jobs/report-kind.ts'
import { type Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { admin, company, customer, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData, readError } from '../../support/builders.ts'
import { readPdf } from '../../support/files/read-pdf.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { awaitReportJob, makeReport, sendReport } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('test', ['operator', 'customer', 'admin'])

const move = (client: Client, to: string, reason = '') => moveInspection(client, turbine, YEAR, to, reason)
const listReports = async (client: Client) =>
  readData<Report[]>(await client.get(`/api/turbines/${turbine}/reports`))

/** Publishes the inspection, and waits until the reports of its new version are there. */
async function publish(version: number, reason = ''): Promise<Report[]> {
  expect((await move(operator, 'published', reason)).status).toBe(200)
  return vi.waitFor(
    async () => {
      const reports = (await listReports(operator)).filter((each) => each.inspection_version === version)
      expect(reports).toHaveLength(2)
      return reports
    },
    { interval: 100 },
  )
}

async function readPages(client: Client, report: Report): Promise<string[]> {
  const answer = await client.get(report.report_url)
  expect(answer.status).toBe(200)
  const { pages } = await readPdf(Buffer.from(await answer.arrayBuffer()))
  return pages.map((page) => page.replaceAll(/\s+/g, ' '))
}

const inLanguage = (reports: Report[], language: Language) =>
  reports.find((report) => report.language === language) as Report

const upload = async (name: string) =>
  operator.uploadPhoto(turbine, name, await jpeg(), { year: String(YEAR) })

/** An order of the operator that nothing works on. */
async function insertOrder(variant: Language, version: number | null): Promise<number> {
  const { read, write } = testApp.services.db
  const { id: userId } = await read
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'operator')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  const subject = { turbineId: turbine, year: YEAR, variant, extent: 'full' as const, version }
  return insertFileJob(write, reportKind, subject, { userId, address: '', requestId: '' })
}

const stateOf = async (id: number) =>
  (
    await testApp.services.db.read
      .selectFrom('file_job')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

describe('publishing an inspection', () => {
  it('makes the reports of the version in both languages, which customers see', async () => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'ilk metin' })
    const reports = await publish(1)
    expect(reports.map(({ language }) => language).sort()).toEqual(['en', 'tr'])
    expect(reports).toMatchObject([
      { is_draft: false, is_withdrawn: false, first_name: 'Ada' },
      { is_draft: false, is_withdrawn: false },
    ])
    expect(await listReports(customer)).toEqual(await listReports(operator))
    const turkish = await readPages(customer, inLanguage(reports, 'tr'))
    expect(turkish[0]).toMatch(/Sürüm 1 · yayınlandı \d+ \S+ \d{4}/)
    expect(turkish.join(' ')).toContain('ilk metin')
    expect(turkish.join(' ')).not.toMatch(/TASLAK|bu yana değişenler/)
    const english = await readPages(customer, inLanguage(reports, 'en'))
    expect(english[0]).toMatch(/Version 1 · published on \d+ \w+ \d{4}/)
    expect(english.join(' ')).not.toMatch(/DRAFT|Changes since/)
  })

  it('makes them with the letter that the lists have, also if only a drone has taken its photos', async () => {
    const form = { year: String(YEAR), category: 'drone' }
    await operator.upload(turbine, { 'flight.jpg': await jpeg() }, form)
    const reports = await publish(1, 'Sis vardı.')
    const answer = await customer.get(`/api/turbines/${turbine}`)
    expect(((await answer.json()) as { turbine: Turbine }).turbine.state).toBe('A')
    const pages = await readPages(customer, inLanguage(reports, 'tr'))
    expect(pages.join(' ')).toContain('Sağlam')
    expect(pages.join(' ')).not.toContain('Değerlendirilmedi')
  })

  it('orders them although a draft is ordered, and an order by hand is that of the version', async () => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    const draft = await insertOrder('tr', null)
    await publish(1)
    expect(await stateOf(draft)).toBe('queued')
    const order = await insertOrder('tr', 1)
    expect(await readData<object>(await sendReport(operator, turbine))).toMatchObject({
      id: order,
      inspection_version: 1,
    })
  })

  it('makes them of what was published, whatever has changed since', async () => {
    const finding = await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'ilk metin' })
    await upload('first.jpg')
    await publish(1, 'Sis vardı.')
    const one = `/api/turbines/${turbine}/findings/${finding.id}`
    await operator.json('PUT', one, { text: 'son metin', severity: 5, blade: 'B' })
    await addFinding(operator, turbine, { severity: 2, year: YEAR, text: 'yeni bulgu' })
    await upload('second.jpg')
    await publish(2, 'Ölçü düzeltildi.')
    const jobId = await insertOrder('tr', 1)
    await testApp.services.transactions.run((transaction) =>
      testApp.services.jobs.add(transaction, queuedJobOf(reportKind), {
        jobId,
        companyId: company,
        ahead: 0,
      }),
    )
    const { report_id } = await awaitReportJob(operator, turbine, { id: jobId })
    const report = (await listReports(customer)).find(({ id }) => id === report_id) as Report
    expect(report).toMatchObject({ inspection_version: 1, is_draft: false })
    const text = (await readPages(customer, report)).join(' ')
    for (const part of ['Sürüm 1 ·', 'ilk metin', 'Derece 3', 'first.jpg', '1 / 1 fotoğraf incelenmedi'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/son metin|yeni bulgu|second\.jpg|Derece 5|Ölçü düzeltildi/)
  })

  it('says in the report of the second version what has changed, in words', async () => {
    const finding = await addFinding(operator, turbine, {
      severity: 3,
      year: YEAR,
      side: 'LE',
      type: 'le-erosion',
      length_mm: 12.5,
    })
    await upload('first.jpg')
    await publish(1, 'Sis vardı.')
    const one = `/api/turbines/${turbine}/findings/${finding.id}`
    await operator.json('PUT', one, { severity: 5, length_mm: 40, type: 'lightning-strike' })
    await addFinding(operator, turbine, { severity: 2, year: YEAR, side: 'TE', type: 'te-split' })
    await upload('second.jpg')
    const reports = await publish(2, 'İkinci uçuş.')
    const turkish = (await readPages(customer, inLanguage(reports, 'tr'))).join(' ')
    for (const part of [
      'Sürüm 2 ·',
      'Sürüm 1’den bu yana değişenler',
      'Yeni sürümün nedeni: İkinci uçuş.',
      '1 fotoğraf eklendi: second.jpg.',
      'Uzunluk 12,5 mm 40 mm',
      'Tür Hücum kenarı erozyonu',
      'Yeni bulgu:',
      '2 / 2 fotoğraf incelenmedi. Nedeni: Sis vardı.',
    ])
      expect(turkish).toContain(part)
    const english = (await readPages(customer, inLanguage(reports, 'en'))).join(' ')
    for (const part of [
      'Changes since version 1',
      'Reason for the new version: İkinci uçuş.',
      '1 photo was added: second.jpg.',
      'Length 12.5 mm 40 mm',
      'New finding:',
      '2 of 2 photos were not checked. Reason: Sis vardı.',
    ])
      expect(english).toContain(part)
    expect(`${turkish} ${english}`).not.toMatch(/length_mm|le-erosion|lightning-strike|te-split/)
  })
})

describe('a report of what is not published', () => {
  it.each([
    ['tr', 'TASLAK', 'Taslak · henüz yayınlanmadı'],
    ['en', 'DRAFT', 'Draft · not published yet'],
  ])('says on every page that it is a draft (%s), and is for the team', async (language, mark, cover) => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    const { report, bytes } = await makeReport(operator, turbine, language)
    expect(report).toMatchObject({ is_draft: true, inspection_version: null })
    const { pages } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.filter((page) => !page.includes(mark))).toEqual([])
    expect(pages[0]).toContain(cover)

    expect(await listReports(customer)).toEqual([])
    expect(await readError(await customer.get(report.report_url))).toEqual([404, 'report_not_found'])
    expect(await readError(await customer.get(report.thumb_url ?? ''))).toEqual([404, 'report_not_found'])
    const found = async (client: Client) =>
      readData<FleetReport[]>(await client.get(`/api/reports?q=${YEAR}`))
    expect((await found(operator)).map(({ id }) => id)).toEqual([report.id])
    expect(await found(customer)).toEqual([])
  })

  it('is ordered without customers knowing of it', async () => {
    const draft = await insertOrder('tr', null)
    const jobs = `/api/turbines/${turbine}/report-jobs`
    expect(await readData<object[]>(await operator.get(jobs))).toMatchObject([{ id: draft }])
    expect(await readData<object[]>(await customer.get(jobs))).toEqual([])
    expect(await readError(await customer.get(`${jobs}/${draft}`))).toEqual([404, 'report_job_not_found'])
  })

  it('is a draft again as soon as something has changed, and says since which version', async () => {
    const finding = await addFinding(operator, turbine, { severity: 3, year: YEAR })
    await publish(1)
    expect((await makeReport(operator, turbine)).report).toMatchObject({
      inspection_version: 1,
      is_draft: false,
    })
    await operator.json('PUT', `/api/turbines/${turbine}/findings/${finding.id}`, { severity: 4 })
    const { report, bytes } = await makeReport(operator, turbine)
    expect(report).toMatchObject({ is_draft: true, inspection_version: null })
    expect((await readPdf(bytes)).pages[0]?.replaceAll(/\s+/g, ' ')).toContain(
      'Taslak · sürüm 1’den sonraki, yayınlanmamış değişikliklerle',
    )
    expect((await listReports(customer)).map(({ id }) => id)).not.toContain(report.id)
  })
})

it('the report of a version can be ordered again, also of an older one and after who has published it is gone', async () => {
  const publisher = await makeUser(testApp, { role: 'company_manager', company_id: company })
  const finding = await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'ilk metin' })
  expect((await move(await signIn(testApp, publisher), 'published')).status).toBe(200)
  await testApp.services.db.write.deleteFrom('file_job').execute()
  expect((await (await signInAs(testApp, 'superadmin')).delete(`/api/users/${publisher.id}`)).status).toBe(
    200,
  )
  await operator.json('PUT', `/api/turbines/${turbine}/findings/${finding.id}`, { text: 'son metin' })
  expect((await move(operator, 'published', 'Düzeltme.')).status).toBe(200)
  const order = async (version: number) =>
    operator.json('POST', `/api/turbines/${turbine}/inspections/${YEAR}/report`, { language: 'en', version })
  for (const _ of [1, 2]) {
    const job = await readData<ReportJob>(await order(1))
    expect(await awaitReportJob(operator, turbine, job)).toMatchObject({
      state: 'done',
      inspection_version: 1,
    })
  }
  const made = (await listReports(customer)).filter(
    ({ inspection_version, language }) => inspection_version === 1 && language === 'en',
  )
  expect(made.length).toBeGreaterThanOrEqual(2)
  expect((await readPages(customer, made[0] as Report)).join(' ')).toContain('ilk metin')
  await move(admin, 'withdrawn', 'Yanlış.')
  expect(await readError(await order(2))).toEqual([404, 'version_not_found'])
})

it('the reports of a withdrawn version are for the team, which reads that it was withdrawn', async () => {
  await addFinding(operator, turbine, { severity: 3, year: YEAR })
  const [report] = (await publish(1)) as [Report]
  const waiting = await insertOrder('tr', 1)
  expect((await customer.get(report.report_url)).status).toBe(200)
  expect((await move(admin, 'withdrawn', 'Yanlış türbin.')).status).toBe(200)
  expect(await listReports(customer)).toEqual([])
  expect(await readError(await customer.get(report.report_url))).toEqual([404, 'report_not_found'])
  expect(await readData<object[]>(await customer.get(`/api/reports?q=${YEAR}`))).toEqual([])
  expect(await listReports(operator)).toMatchObject([
    { inspection_version: 1, is_draft: false, is_withdrawn: true },
    { inspection_version: 1, is_draft: false, is_withdrawn: true },
  ])
  expect((await operator.get(report.report_url)).status).toBe(200)
  expect(await stateOf(waiting)).toBe('cancelled')
})
