import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Finding } from '#domain/finding.ts'
import { type Client, makeCompany, makeTurbine, readData, readError, signInAs } from '../builders.ts'
import { TestApp } from '../test-app.ts'
import { addFinding, findingsOf, sendFinding } from './finding-setup.ts'

let testApp: TestApp
let client: Client
let turbine: number
let chain: Finding[]

beforeAll(async () => {
  testApp = await TestApp.open()
  client = await signInAs(testApp, 'operator', await makeCompany(testApp))
})
beforeEach(async () => {
  turbine = await makeTurbine(testApp, { company_id: (await own()).company_id })
  chain = []
  for (const year of [2023, 2024, 2025]) {
    const earlier_id = chain.at(-1)?.id ?? null
    chain.push(await addFinding(client, turbine, { year, found_on: `${year}-06-01`, earlier_id }))
  }
})
afterAll(() => testApp[Symbol.asyncDispose]())

const own = async () => (await (await client.get('/api/auth/profile')).json()).user as { company_id: number }
const at = (index: number) => chain[index] as Finding
const history = async ({ id }: Finding) =>
  (await readData<Finding[]>(await client.get(findingsOf(turbine, `/${id}/history`)))).map((each) => each.id)
const change = ({ id }: Finding, fields: object) => client.json('PUT', findingsOf(turbine, `/${id}`), fields)

it('has the earlier and the later findings of each one, the oldest first', async () => {
  const ids = chain.map(({ id }) => id)
  for (const finding of chain) expect(await history(finding)).toEqual(ids)
})

it('joins the neighbours of a deleted finding', async () => {
  await client.delete(findingsOf(turbine, `/${at(1).id}`))
  expect(await history(at(2))).toEqual([at(0).id, at(2).id])
})

it('continues each finding only once', async () => {
  const answer = await sendFinding(client, turbine, { found_on: '2026-06-01', earlier_id: at(0).id })
  expect(await readError(answer)).toEqual([409, 'finding_already_continued'])
})

it('continues only findings of an earlier day of the same turbine', async () => {
  const wrong = [
    change(at(0), { earlier_id: at(2).id }),
    change(at(0), { earlier_id: at(0).id }),
    change(at(1), { found_on: '2023-06-01' }),
    change(at(1), { found_on: '2025-06-01' }),
  ]
  for (const answer of wrong) expect(await readError(await answer)).toEqual([400, 'validation_failed'])
  const other = await makeTurbine(testApp, { company_id: (await own()).company_id })
  const answer = await sendFinding(client, other, { found_on: '2026-06-01', earlier_id: at(2).id })
  expect(await readError(answer)).toEqual([400, 'validation_failed'])
})

it('continues a finding that was moved to another blade', async () => {
  await change(at(1), { blade: 'B' })
  expect(await history(at(0))).toEqual(chain.map(({ id }) => id))
})
