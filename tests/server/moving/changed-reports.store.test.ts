/** Reports that are renamed, or moved to another year. */
import { beforeEach, expect, it } from 'vitest'
import type { Report } from '#domain/report.ts'
import { operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { pdf, readData, readError } from '../../support/builders.ts'

let report: Report

setUpFarm('file', ['operator'], { turbines: 'test', jobs: 'wait' })
beforeEach(async () => {
  const [first] = await readData<Report[]>(
    await operator.uploadReports(turbine, { 'rapor.pdf': pdf() }, { year: '2026' }),
  )
  report = first as Report
})

const change = (fields: object) =>
  operator.json('PUT', `/api/turbines/${turbine}/reports/${report.id}`, fields)
const listed = async () =>
  (await readData<Report[]>(await operator.get(`/api/turbines/${turbine}/reports`))).map(
    ({ original_filename, year }) => [original_filename, year],
  )

it('gets another name and another year, with one audit entry', async () => {
  expect(await readData<Report>(await change({ name: 'son_rapor', year: 2025 }))).toMatchObject({
    id: report.id,
    original_filename: 'son_rapor.pdf',
    year: 2025,
    report_url: report.report_url,
  })
  expect(await listed()).toEqual([['son_rapor.pdf', 2025]])
  const entries = await testApp.services.db.read
    .selectFrom('audit')
    .select(['record_name', 'changed'])
    .where('action', '=', 'report.edit')
    .where('turbine_id', '=', turbine)
    .execute()
  expect(entries).toEqual([{ record_name: 'rapor.pdf', changed: '["name","year"]' }])
})

it('is downloaded under its new name, also by a browser that has the file already', async () => {
  const first = await operator.get(report.report_url)
  expect(first.headers.get('Cache-Control')).toBe('private, no-cache')
  await change({ name: 'son_rapor' })
  const again = await operator.get(report.report_url, { 'If-None-Match': first.headers.get('ETag') ?? '' })
  expect(again.status).toBe(304)
  expect(again.headers.get('Content-Disposition')).toContain('son_rapor.pdf')
})

it('changes nothing for the values that it has', async () => {
  const before = await testApp.contents()
  expect((await change({ name: 'rapor.pdf', year: 2026 })).status).toBe(200)
  expect((await change({})).status).toBe(200)
  expect(await testApp.contents()).toEqual(before)
})

it.each([
  ['çatlak raporu.pdf', 400, 'invalid_name'],
  [`${'a'.repeat(180)}.pdf`, 400, 'invalid_name'],
  ['rapor.docx', 415, 'unsupported_file'],
])('refuses the name %s, as an upload does', async (name, status, code) => {
  expect(await readError(await change({ name }))).toEqual([status, code])
  expect(await listed()).toEqual([['rapor.pdf', 2026]])
})

it('refuses a year outside of the years of inspections', async () => {
  expect((await change({ year: 1979 })).status).toBe(400)
})

it('stays in the year of its inspection if Kanat has made it, and keeps its name if it is of a version', async () => {
  const { write } = testApp.services.db
  const make = (fields: object) =>
    write.updateTable('report').set(fields).where('id', '=', report.id).execute()
  await make({ language: 'tr', is_draft: 1 })
  expect(await readError(await change({ year: 2025 }))).toEqual([409, 'report_of_inspection'])
  expect((await change({ name: 'taslak.pdf' })).status).toBe(200)
  await make({ is_draft: 0, inspection_version: 1 })
  expect(await readError(await change({ name: 'son.pdf' }))).toEqual([409, 'report_of_inspection'])
})
