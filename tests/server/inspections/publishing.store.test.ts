import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { InspectionChange, InspectionVersion } from '#domain/inspections/version.ts'
import type { Turbine } from '#domain/turbine.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import {
  admin,
  company,
  customer,
  manager,
  operator,
  setUpFarm,
  testApp,
  turbine,
} from '../../support/app-setup.ts'
import { jpeg, readData, readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('test', ['operator', 'company_manager', 'customer', 'admin'])

const path = (rest = '') => `/api/turbines/${turbine}/inspections/${YEAR}${rest}`
const read = async (client: Client) => readData<Inspection>(await client.get(path()))
const findings = async (client: Client) =>
  readData<Finding[]>(await client.get(`/api/turbines/${turbine}/findings`))
const state = async (client: Client) => {
  const answer = await client.get(`/api/turbines/${turbine}`)
  return ((await answer.json()) as { turbine: Turbine }).turbine
}
const move = (client: Client, to: string, reason = '') => moveInspection(client, turbine, YEAR, to, reason)

describe('before an inspection is published', () => {
  it('customers find nothing of it, and no letter counts it', async () => {
    const finding = await addFinding(operator, turbine, { severity: 5, year: YEAR })
    expect(await readError(await customer.get(path()))).toEqual([404, 'inspection_not_found'])
    expect(await findings(customer)).toEqual([])
    const one = `/api/turbines/${turbine}/findings/${finding.id}`
    expect(await readError(await customer.get(one))).toEqual([404, 'finding_not_found'])
    expect(await readError(await customer.get(`${one}/history`))).toEqual([404, 'finding_not_found'])
    expect(await state(customer)).toMatchObject({
      state: 'not_inspected',
      state_year: null,
      inspection_running: null,
    })
    expect(await state(operator)).toMatchObject({
      state: 'not_inspected',
      inspection_running: { year: YEAR, looked_at: 0, photos: 0 },
    })
    expect(await read(operator)).toMatchObject({
      state: 'open',
      revision: 0,
      published_version: null,
      findings: 1,
    })
  })

  it('findings that are not graded cannot be published', async () => {
    await addFinding(operator, turbine, { severity: null, year: YEAR })
    const answer = await move(operator, 'published')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ error: 'transition_not_possible', obstacle: 'not_graded' })
  })

  it('photos that nobody has looked at need a reason, which the inspection keeps', async () => {
    const { id } = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
    expect(await readError(await move(operator, 'in_review'))).toEqual([400, 'reason_required'])
    expect((await move(operator, 'in_review', 'Sis vardı.')).status).toBe(200)
    expect(await read(operator)).toMatchObject({
      state: 'in_review',
      unlooked_reason: 'Sis vardı.',
      looked_at: 0,
      photos: 1,
    })
    const look = `/api/turbines/${turbine}/photos/${id}/look`
    expect((await operator.json('PUT', look, { looked: true })).status).toBe(200)
    expect(await read(operator)).toMatchObject({ looked_at: 1 })
    expect((await customer.json('PUT', look, { looked: true })).status).toBe(403)
    const photos = async (client: Client) =>
      readData<{ looked_at: string | null }[]>(await client.get(`/api/turbines/${turbine}/photos?view=all`))
    expect((await photos(operator))[0]?.looked_at).not.toBeNull()
    expect((await photos(customer))[0]?.looked_at).toBeNull()
  })
})

describe('a published inspection', () => {
  it('is what customers read until the next version, with the follow-up as it is now', async () => {
    const finding = await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'first' })
    expect((await move(operator, 'published')).status).toBe(200)
    expect(await read(customer)).toMatchObject({
      state: 'published',
      published_version: 1,
      unpublished_changes: null,
    })
    expect(await state(customer)).toMatchObject({ state: 'C', state_year: YEAR })

    const one = `/api/turbines/${turbine}/findings/${finding.id}`
    await operator.json('PUT', one, { text: 'second', severity: 5, status: 'monitored' })
    await addFinding(operator, turbine, { severity: 2, year: YEAR })
    expect(await findings(customer)).toMatchObject([{ text: 'first', severity: 3, status: 'monitored' }])
    expect(await state(operator)).toMatchObject({ state: 'C' })
    expect(await read(operator)).toMatchObject({ state: 'published', unpublished_changes: 3 })
    const changes = await readData<InspectionChange[]>(await operator.get(path('/changes')))
    expect(changes).toMatchObject([
      { record: 'finding', id: finding.id, field: 'severity', before: 3, after: 5 },
      { record: 'finding', id: finding.id, field: 'text', before: 'first', after: 'second' },
      { record: 'finding', field: 'number', before: null },
    ])
    expect((await customer.get(path('/changes'))).status).toBe(403)

    expect(await readError(await move(operator, 'published'))).toEqual([400, 'reason_required'])
    expect((await move(operator, 'published', 'Ölçü düzeltildi.')).status).toBe(200)
    expect(await findings(customer)).toMatchObject([{ text: 'second', severity: 5 }, { severity: 2 }])
    expect(await state(customer)).toMatchObject({ state: 'E' })
    expect(await readData<InspectionChange[]>(await customer.get(path('/versions/2/changes')))).toEqual(
      changes,
    )
    expect(await (await move(operator, 'published', 'x')).json()).toMatchObject({ obstacle: 'nothing_new' })
  })

  it('stays as it is when a finding is deleted', async () => {
    const finding = await addFinding(operator, turbine, { severity: 4, year: YEAR })
    await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
    await move(operator, 'published', 'Sis vardı.')
    await operator.delete(`/api/turbines/${turbine}/findings/${finding.id}`)
    expect(await findings(customer)).toMatchObject([{ id: finding.id }])
    expect(await findings(operator)).toEqual([])
    expect(await read(operator)).toMatchObject({ unpublished_changes: 1 })
    await move(operator, 'published', 'Yanlış kanat.')
    expect(await findings(customer)).toEqual([])
    expect(await state(customer)).toMatchObject({ state: 'A' })
  })

  it('is withdrawn by an admin, and the version before it is the newest one again', async () => {
    const finding = await addFinding(operator, turbine, { severity: 3, year: YEAR })
    await move(operator, 'published')
    await operator.json('PUT', `/api/turbines/${turbine}/findings/${finding.id}`, { severity: 5 })
    await move(operator, 'published', 'Daha kötü.')
    expect((await move(manager, 'withdrawn', 'x')).status).toBe(403)
    expect(await readError(await move(admin, 'withdrawn'))).toEqual([400, 'reason_required'])
    expect((await move(admin, 'withdrawn', 'Yanlış türbin.')).status).toBe(200)
    expect(await findings(customer)).toMatchObject([{ severity: 3 }])
    expect(await state(customer)).toMatchObject({ state: 'C' })
    const versions = async (client: Client) =>
      readData<InspectionVersion[]>(await client.get(path('/versions')))
    expect(await versions(operator)).toMatchObject([
      { version: 2, withdrawn_reason: 'Yanlış türbin.' },
      { version: 1, withdrawn_at: null },
    ])
    expect((await versions(customer)).map(({ version }) => version)).toEqual([1])
    expect(await readError(await customer.get(path('/versions/2')))).toEqual([404, 'version_not_found'])
    await move(admin, 'withdrawn', 'Her şey yanlış.')
    expect(await findings(customer)).toEqual([])
    expect(await readError(await customer.get(path()))).toEqual([404, 'inspection_not_found'])
    expect((await move(operator, 'published')).status).toBe(200)
    expect((await versions(operator))[0]).toMatchObject({ version: 3 })
  })

  it('has canonical bytes with the SHA-256 of its version, and names nobody', async () => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    await operator.upload(turbine, { 'a.jpg': await jpeg() }, { year: String(YEAR) })
    await move(operator, 'published', 'Gece.')
    const bytes = await (await customer.get(path('/versions/1'))).text()
    const [version] = await readData<InspectionVersion[]>(await customer.get(path('/versions')))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(version?.sha256)
    const document = JSON.parse(bytes)
    expect(canonicalize(document)).toBe(bytes)
    expect(document).toMatchObject({ version: 1, findings: [{ severity: 3 }], photos: [{ name: 'a.jpg' }] })
    expect(bytes).not.toContain(version?.user_name)
  })
})

it('of two transitions at once, one wins and the other reads what is there', async () => {
  await addFinding(operator, turbine, { severity: 3, year: YEAR })
  const answers = await Promise.all(
    [operator, manager].map((client) =>
      client.json('POST', path('/transitions'), { to: 'published', revision: 0 }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 409)
  expect(await lost?.json()).toMatchObject({
    error: 'stale_revision',
    data: { state: 'published', revision: 1 },
  })
})

describe('where a second person is needed', () => {
  beforeEach(async () => {
    const superadmin = await signInAs(testApp, 'superadmin')
    const answer = await superadmin.json('PUT', `/api/companies/${company}`, { review_required: true })
    expect(answer.status).toBe(200)
  })

  it('nobody publishes what is all their own, and nobody publishes what was sent back', async () => {
    const finding = await addFinding(operator, turbine, { severity: 3, year: YEAR })
    expect(await (await move(operator, 'published')).json()).toMatchObject({ obstacle: 'state' })
    await move(operator, 'in_review')
    expect(await (await move(operator, 'published')).json()).toMatchObject({ obstacle: 'second_person' })
    const decide = (decision: string, remark = '') =>
      manager.json('POST', path('/reviews'), { decision, finding_ids: [finding.id], remark })
    expect(await readError(await decide('returned'))).toEqual([400, 'reason_required'])
    expect((await decide('returned', 'Ölçü eksik.')).status).toBe(200)
    expect(await (await move(manager, 'published')).json()).toMatchObject({ obstacle: 'returned' })
    const comments = `/api/turbines/${turbine}/comments`
    expect(await readData<object[]>(await operator.get(comments))).toMatchObject([
      { comment: 'Ölçü eksik.', audience: 'team', finding_id: finding.id },
    ])
    expect(await readData<object[]>(await customer.get(comments))).toEqual([])
    // A changed finding is to be reviewed again.
    await operator.json('PUT', `/api/turbines/${turbine}/findings/${finding.id}`, { length_mm: 40 })
    expect(await readData<object[]>(await manager.get(path('/reviews')))).toEqual([])
    const all = await manager.json('POST', path('/reviews'), { decision: 'accepted' })
    expect(await readData<object[]>(all)).toMatchObject([{ finding_id: finding.id, decision: 'accepted' }])
    expect((await move(manager, 'published')).status).toBe(200)
  })
})

it('the list of inspections has drafts for the team only, in pages', async () => {
  for (const year of [2024, 2025, 2026])
    await addFinding(operator, turbine, { severity: 2, year, found_on: `${year}-05-01` })
  await moveInspection(operator, turbine, 2025, 'published')
  const list = async (client: Client, query: string) =>
    (await (await client.get(`/api/inspections?${query}`)).json()) as {
      data: { year: number; state: string }[]
      next: string | null
      approximate_total: number
    }
  const first = await list(operator, 'limit=2')
  expect(first).toMatchObject({
    data: [
      { year: 2026, state: 'open' },
      { year: 2025, state: 'published' },
    ],
    approximate_total: 3,
  })
  expect(await list(operator, `limit=2&cursor=${first.next}`)).toMatchObject({
    data: [{ year: 2024 }],
    next: null,
  })
  expect(await list(customer, '')).toMatchObject({ data: [{ year: 2025 }], next: null, approximate_total: 1 })
  expect(await list(customer, 'state=open')).toMatchObject({ data: [] })
  expect((await operator.get('/api/inspections?cursor=x')).status).toBe(400)
})
