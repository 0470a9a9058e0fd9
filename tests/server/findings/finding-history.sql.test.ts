import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { operator as client, company, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { makeTurbine, readData, readError } from '../../support/builders.ts'
import { addFinding, findingsOf, sendFinding } from '../../support/finding-setup.ts'

let chain: Finding[]

setUpFarm('file', ['operator'], { turbines: 'test' })
beforeEach(async () => {
  chain = []
  for (const year of [2023, 2024, 2025]) {
    const earlier_id = chain.at(-1)?.id ?? null
    chain.push(await addFinding(client, turbine, { year, found_on: `${year}-06-01`, earlier_id }))
  }
})

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

it('continues only findings of an earlier day of the same turbine and blade', async () => {
  const wrong = [
    change(at(0), { earlier_id: at(2).id }),
    change(at(0), { earlier_id: at(0).id }),
    change(at(1), { found_on: '2023-06-01' }),
    change(at(1), { found_on: '2025-06-01' }),
    sendFinding(client, turbine, { blade: 'B', found_on: '2026-06-01', year: 2026, earlier_id: at(2).id }),
    sendFinding(client, turbine, { found_on: '2026-06-01', year: 2024, earlier_id: at(2).id }),
  ]
  for (const answer of wrong) expect(await readError(await answer)).toEqual([400, 'validation_failed'])
  const other = await makeTurbine(testApp, { company_id: company })
  const answer = await sendFinding(client, other, { found_on: '2026-06-01', earlier_id: at(2).id })
  expect(await readError(answer)).toEqual([400, 'validation_failed'])
})

it('is checked as the findings will be after the change', async () => {
  // Each day before the change would allow these links.
  const wrong = [
    change(at(0), { earlier_id: at(0).id, found_on: '2024-01-01' }),
    change(at(2), { earlier_id: at(2).id, found_on: '2026-06-01' }),
    change(at(1), { earlier_id: at(2).id, found_on: '2026-06-01' }),
    change(at(0), { found_on: '2026-06-01' }),
    change(at(2), { found_on: '2022-06-01' }),
  ]
  for (const answer of wrong) expect(await readError(await answer)).toEqual([400, 'validation_failed'])
  expect(await history(at(0))).toEqual(chain.map(({ id }) => id))
  // A day that fits the new neighbours, but not the former ones.
  const moved = await change(at(2), { earlier_id: null, found_on: '2022-06-01', year: 2022 })
  expect(moved.status).toBe(200)
  expect((await change(at(0), { earlier_id: at(2).id })).status).toBe(200)
  expect(await history(at(1))).toEqual([at(2).id, at(0).id, at(1).id])
})

it('is checked against a change that comes at the same time', async () => {
  const [one, two] = [
    await addFinding(client, turbine, { found_on: '2020-06-01' }),
    await addFinding(client, turbine, { found_on: '2021-06-01' }),
  ]
  // Each of them fits the findings as they are, but not the other one.
  const answers = await Promise.all([
    change(two, { earlier_id: one.id }),
    change(one, { found_on: '2022-06-01' }),
    change(one, { earlier_id: two.id, found_on: '2022-06-01' }),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses).not.toContain(500)
  const links = await history(two)
  expect(new Set(links).size).toBe(links.length)
  expect(statuses).toContain(400)
})

describe('SQL by hand', () => {
  const update = (
    finding: Finding,
    values: { earlier_id?: number; found_on?: string; turbine_id?: number; blade?: 'B'; year?: number },
  ) => testApp.services.db.write.updateTable('finding').set(values).where('id', '=', finding.id).execute()

  it('cannot make a finding continue itself, a later one or one of another turbine, blade or later year', async () => {
    const other = await makeTurbine(testApp, { company_id: company })
    const elsewhere = await addFinding(client, other, { found_on: '2020-06-01' })
    const wrong = [
      () => update(at(2), { earlier_id: at(2).id }),
      () => update(at(0), { earlier_id: at(2).id }),
      () => update(at(0), { earlier_id: elsewhere.id }),
      () => update(at(1), { found_on: '2023-06-01' }),
      () => update(at(1), { found_on: '2025-06-01' }),
      () => update(at(1), { turbine_id: other }),
      () => update(at(1), { blade: 'B' }),
      () => update(at(2), { blade: 'B' }),
      () => update(at(1), { year: 2022 }),
      () => update(at(1), { year: 2026 }),
    ]
    for (const statement of wrong)
      await expect(statement()).rejects.toThrow(/continues one of an earlier day/)
    expect(await history(at(0))).toEqual(chain.map(({ id }) => id))
  })
})
