import { beforeAll, expect, it } from 'vitest'
import type { ListedFinding } from '#domain/findings/finding.ts'
import type { Client } from '../../support/accounts.ts'
import { customer, company as own, setUpCompany, superadmin, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

setUpCompany('file', ['customer', 'superadmin'])
beforeAll(async () => {
  const first = await makeTurbine(testApp, { company_id: own, code: 'T01' })
  const second = await makeTurbine(testApp, { company_id: own, code: 'ÇİL 2' })
  const foreign = await makeTurbine(testApp, { company_id: await makeCompany(testApp), code: 'T01' })
  for (const turbine of [first, second, foreign]) {
    await addFinding(superadmin, turbine, { side: 'PS', severity: 2, year: 2025, found_on: '2025-05-10' })
    await addFinding(superadmin, turbine, { side: 'PS', severity: 4, year: 2026, found_on: '2026-05-10' })
    await addFinding(superadmin, turbine, { side: 'TAIL' })
    await addFinding(superadmin, turbine, { side: 'PS', blade: 'B' })
  }
  for (let count = 3; count <= 11; count++) await addFinding(superadmin, first, { side: 'PS' })
  for (const turbine of [first, second, foreign]) await publishAll(superadmin, turbine)
})

async function find(client: Client, q: string, filter = ''): Promise<string[]> {
  const answer = await client.get(`/api/findings?${new URLSearchParams({ q })}${filter}`)
  const { data, total } = (await answer.json()) as { data: ListedFinding[]; total: number }
  expect(total).toBe(data.length)
  return data.map(({ turbine_code, number }) => `${turbine_code} ${number}`).sort()
}

it('finds a finding by its code, as people type it', async () => {
  for (const code of ['A-PS-011', 'a-ps-11', 'aps11', 'T01 · A-PS-011', 't01 a-ps-011'])
    expect(await find(customer, code)).toEqual(['T01 A-PS-011'])
  for (const code of ['A-TAİL-001', 'a-taıl-1', 'ÇİL 2 A-TAIL-1', 'çil 2 a-tail-1'])
    expect(await find(customer, code)).toContain('ÇİL 2 A-TAIL-001')
})

it('finds all codes that begin so, and none for a text with which no code begins', async () => {
  expect(await find(customer, 'b')).toEqual(['T01 B-PS-001', 'ÇİL 2 B-PS-001'])
  expect(await find(customer, 'A-T')).toEqual(['T01 A-TAIL-001', 'ÇİL 2 A-TAIL-001'])
  expect(await find(customer, 'çil 2 a-ps')).toEqual(['ÇİL 2 A-PS-001', 'ÇİL 2 A-PS-002'])
  for (const code of ['zeppelin', 'PS-011', 'A-PS-999', 'T01 D-PS-011', 'T02 A-PS-001', '%', "A' or 1=1 --"])
    expect(await find(customer, code)).toEqual([])
})

it('never finds those of another company', async () => {
  expect(await find(superadmin, 'T01 A-PS-001')).toEqual(['T01 A-PS-001', 'T01 A-PS-001'])
  expect(await find(customer, 'T01 A-PS-001')).toEqual(['T01 A-PS-001'])
})

it('narrows what the other filters find', async () => {
  expect(await find(customer, 'a-ps', '&severity_min=4')).toEqual(['T01 A-PS-002', 'ÇİL 2 A-PS-002'])
  expect(await find(customer, 'a-ps-1', '&year=2025')).toEqual(['T01 A-PS-001', 'ÇİL 2 A-PS-001'])
  expect(await find(customer, 'a-ps-1', '&year=2024')).toEqual([])
})

it('is no filter if it is empty, and refuses a text that is too long', async () => {
  expect(await find(customer, '')).toHaveLength(17)
  expect(await find(customer, `${'T'.repeat(91)} A-PS-001`)).toEqual([])
  const answer = await customer.get(`/api/findings?q=${'A'.repeat(101)}`)
  expect(await readError(answer)).toEqual([400, 'validation_failed'])
})
