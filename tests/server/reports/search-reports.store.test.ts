import { beforeAll, expect, it } from 'vitest'
import { REPORTS_FOUND_MAX } from '#domain/limits.ts'
import type { FleetReport } from '#domain/report.ts'
import type { Client } from '../../support/accounts.ts'
import { customer, company as own, setUpCompany, superadmin, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, pdf, readData, readError } from '../../support/builders.ts'

setUpCompany('file', ['customer', 'superadmin'])
beforeAll(async () => {
  const first = await makeTurbine(testApp, { company_id: own, code: 'T01', turbine_name: 'Iğdır Türbini' })
  const second = await makeTurbine(testApp, { company_id: own, code: 'ÇİL 2', turbine_name: '' })
  const foreign = await makeTurbine(testApp, { company_id: await makeCompany(testApp), code: 'T01' })
  await superadmin.uploadReports(first, { 'Blade_A.pdf': pdf() }, { year: '2024' })
  await superadmin.uploadReports(first, { 'blade-b.pdf': pdf() }, { year: '2026' })
  await superadmin.uploadReports(second, { 'blades-2024.pdf': pdf() }, { year: '2025' })
  await superadmin.uploadReports(foreign, { 'blade-c.pdf': pdf() }, { year: '2026' })
})

async function search(client: Client, q: string): Promise<string[]> {
  const reports = await readData<FleetReport[]>(
    await client.get(`/api/reports?${new URLSearchParams({ q })}`),
  )
  return reports.map(({ turbine_code, original_filename }) => `${turbine_code} ${original_filename}`)
}

it('finds reports by words of the file, of the turbine in any case and without Turkish marks, and by the year', async () => {
  expect(await search(customer, 'BLADE')).toEqual([
    'ÇİL 2 blades-2024.pdf',
    'T01 blade-b.pdf',
    'T01 Blade_A.pdf',
  ])
  expect(await search(customer, 'igdir')).toEqual(['T01 blade-b.pdf', 'T01 Blade_A.pdf'])
  expect(await search(customer, 't01 · 2026')).toEqual(['T01 blade-b.pdf'])
  expect(await search(customer, 'Çil blade')).toEqual(['ÇİL 2 blades-2024.pdf'])
  expect(await search(customer, '2024')).toEqual(['ÇİL 2 blades-2024.pdf', 'T01 Blade_A.pdf'])
})

it('finds none if a word is nowhere, and reads signs of SQL as letters', async () => {
  for (const text of ['blade zeppelin', 'blade%', "' or 1=1 --", 'e!b', '20 9999', 'a b c d e f g h i'])
    expect(await search(customer, text)).toEqual([])
  expect(await search(customer, 'e_a')).toEqual(['T01 Blade_A.pdf'])
  expect(await search(customer, '')).toEqual([])
})

it('never finds those of another company', async () => {
  expect(await search(customer, 'blade-c')).toEqual([])
  expect(await search(superadmin, 'blade-c')).toEqual(['T01 blade-c.pdf'])
})

it('answers the newest ones, and refuses a text that is too long', async () => {
  const turbine = await makeTurbine(testApp, { company_id: await makeCompany(testApp), code: 'MANY' })
  const names = Array.from({ length: REPORTS_FOUND_MAX + 1 }, (_, index) => `many-${index}.pdf`)
  for (const name of names) await superadmin.uploadReports(turbine, { [name]: pdf() })
  expect(await search(superadmin, 'many')).toEqual(
    names
      .slice(1)
      .reverse()
      .map((name) => `MANY ${name}`),
  )
  const answer = await superadmin.get(`/api/reports?q=${'a'.repeat(101)}`)
  expect(await readError(answer)).toEqual([400, 'validation_failed'])
})
