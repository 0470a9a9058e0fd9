/** The inspections that wait for the team: the count in the header of the panel, and a filter of the board. */
import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#domain/permissions.ts'
import { listWaiting } from '#server/features/notices/waiting-inspections.ts'
import { type Client, signInAs } from '../../../support/accounts.ts'
import { admin, customer, operator, setUpFarm, testApp, turbine } from '../../../support/app-setup.ts'
import { jpeg, makeCompany, readData } from '../../../support/builders.ts'
import { addFinding, findingsOf } from '../../../support/finding-setup.ts'
import { inspectionOf } from '../../../support/inspection-setup.ts'
import { moveInspection } from '../../../support/publish-inspection.ts'

let foreign: Client
setUpFarm('file', ['operator', 'admin', 'customer'])
beforeAll(async () => {
  foreign = await signInAs(testApp, 'operator', await makeCompany(testApp, 'Lodos'))
  // Open with photos, open without photos, in review, published, and published with work after it.
  for (const year of [2022, 2026])
    await operator.upload(turbine, { [`${year}.jpg`]: await jpeg() }, { year: String(year) })
  for (const year of [2023, 2024, 2025])
    await addFinding(operator, turbine, { severity: 2, year, found_on: `${year}-05-01` })
  await moveInspection(operator, turbine, 2022, 'published', 'Test')
  await moveInspection(operator, turbine, 2024, 'in_review')
  await moveInspection(operator, turbine, 2025, 'published')
})

/** Sends the findings of a year back. */
async function sendBack(client: Client, year: number) {
  const findings = await readData<{ id: number }[]>(await client.get(findingsOf(turbine, `?year=${year}`)))
  const draft = { decision: 'returned', finding_ids: findings.map(({ id }) => id), remark: 'Test' }
  const answer = await client.json('POST', inspectionOf(turbine, year, '/reviews'), draft)
  expect(answer.status).toBe(200)
}

async function callerOf(client: Client): Promise<Caller> {
  const { user } = (await (await client.get('/api/auth/profile')).json()) as { user: Caller }
  return user
}

async function list(client: Client, query: string) {
  const answer = await client.get(`/api/inspections?${query}`)
  const { data, approximate_total } = (await answer.json()) as {
    data: { year: number }[]
    approximate_total: number
  }
  return { years: data.map(({ year }) => year), approximate_total }
}

it('are those in review, and open ones with photos', async () => {
  expect(await list(operator, 'waits_for=team&limit=1')).toEqual({ years: [2026], approximate_total: 2 })
  expect((await list(operator, 'waits_for=team')).years).toEqual([2026, 2024])
  expect((await list(operator, 'waits_for=inspector')).years).toEqual([2026])
  expect((await list(operator, 'waits_for=reviewer')).years).toEqual([2024])
  expect((await list(operator, 'waits_for=nobody')).years).toEqual([2025, 2022])
  expect((await list(operator, 'waits_for=team&state=in_review')).years).toEqual([2024])
  expect((await operator.get('/api/inspections?waits_for=anybody')).status).toBe(400)
})

it('are the same for one user in the header, in the list and in the mail', async () => {
  await sendBack(admin, 2024)
  const waiting = { operator: [2024, 2023], admin: [2024], customer: [], foreign: [] }
  for (const [name, client] of Object.entries({ operator, admin, customer, foreign })) {
    const years = waiting[name as keyof typeof waiting]
    expect(await list(client, 'waits_for=me')).toEqual({ years, approximate_total: years.length })
    const mailed = await listWaiting(testApp.services.db.read, await callerOf(client))
    expect(mailed.map(({ year }) => year)).toEqual(years)
  }
  const mailed = await listWaiting(testApp.services.db.read, await callerOf(operator))
  expect(mailed.map(({ reason, findings }) => [reason, findings])).toEqual([
    ['returned', 1],
    ['open', 0],
  ])
})

it('are nothing that customers and other companies can count', async () => {
  for (const waits of ['team', 'inspector', 'reviewer'])
    expect(await list(customer, `waits_for=${waits}`)).toEqual({ years: [], approximate_total: 0 })
  expect((await list(customer, 'waits_for=nobody')).years).toEqual([2025, 2022])
  expect(await list(foreign, 'waits_for=team')).toEqual({ years: [], approximate_total: 0 })
})

it('a version of before releases is listed although all that it was about is deleted', async () => {
  const finding = await addFinding(operator, turbine, { severity: 2, year: 2021, found_on: '2021-05-01' })
  await moveInspection(operator, turbine, 2021, 'published')
  const { write } = testApp.services.db
  await write.updateTable('inspection_work').set({ changes: 0 }).where('year', '=', 2021).execute()
  expect((await operator.delete(findingsOf(turbine, `/${finding.id}`))).status).toBe(200)
  for (const client of [operator, customer]) expect((await list(client, 'year=2021')).years).toEqual([2021])
})
