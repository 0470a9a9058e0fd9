import { expect, it } from 'vitest'
import type { TurbineContents } from '#domain/turbine.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine, pdf } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { TestApp } from '../../support/test-app.ts'

it('says how many records are deleted with a turbine, and counts no others', async () => {
  await using testApp = await TestApp.open()
  const company_id = await makeCompany(testApp)
  const superadmin = await signInAs(testApp, 'superadmin')
  const turbine = await makeTurbine(testApp, { company_id })
  const other = await makeTurbine(testApp, { company_id })
  const contents = async () => {
    const answer = await superadmin.get(`/api/turbines/${turbine}`)
    return ((await answer.json()) as { contents: TurbineContents }).contents
  }
  await addFinding(superadmin, other)
  expect(await contents()).toEqual({ photos: 0, findings: 0, reports: 0, comments: 0 })

  const finding = await addFinding(superadmin, turbine, { year: 2025, found_on: '2025-05-05' })
  await addFinding(superadmin, turbine, { year: 2026, found_on: '2026-05-05', earlier_id: finding.id })
  await superadmin.upload(turbine, { 'a.jpg': await jpeg() })
  await superadmin.uploadReports(turbine, { 'a.pdf': pdf() })
  await superadmin.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'Vinç mart ayında gelecek.' })
  expect(await contents()).toEqual({ photos: 1, findings: 2, reports: 1, comments: 1 })
})
