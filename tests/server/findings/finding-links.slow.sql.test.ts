/** A link between findings goes when it does not fit any more, with a word about it: no severe finding disappears behind it. */
import { beforeEach, expect, it } from 'vitest'
import type { Finding, UnlinkedFinding } from '#domain/findings/finding.ts'
import type { Turbine } from '#domain/turbine.ts'
import { setUpFarm, superadmin, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

/** Of 2023, 2024 and 2025. The first one has the severity 5; the last one is solved. */
let chain: [Finding, Finding, Finding]

setUpFarm('file', ['superadmin'], { turbines: 'test' })
beforeEach(async () => {
  const add = (year: number, fields: object) =>
    addFinding(superadmin, turbine, { year, found_on: `${year}-06-01`, ...fields })
  const first = await add(2023, { severity: 5 })
  const middle = await add(2024, { severity: 3, earlier_id: first.id })
  chain = [first, middle, await add(2025, { severity: 2, status: 'closed', earlier_id: middle.id })]
})

const [FIRST, MIDDLE, LAST] = [0, 1, 2] as const
const read = async (index: 0 | 1 | 2) =>
  readData<Finding>(await superadmin.get(findingsOf(turbine, `/${chain[index].id}`)))
const links = async () =>
  Promise.all(([FIRST, MIDDLE, LAST] as const).map(async (index) => (await read(index)).earlier_id))
/** What the turbine is once everything is published. */
const stateOf = async () => {
  await publishAll(superadmin, turbine)
  const answer = await superadmin.get(`/api/turbines/${turbine}`)
  const { state, unsolved_finding_count } = ((await answer.json()) as { turbine: Turbine }).turbine
  return [state, unsolved_finding_count]
}
async function change(index: 0 | 1 | 2, fields: object) {
  const answer = await superadmin.json('PUT', findingsOf(turbine, `/${chain[index].id}`), fields)
  const body = (await answer.json()) as {
    data?: Finding
    unlinked?: UnlinkedFinding[]
    issues?: { path: string }[]
  }
  return { status: answer.status, ...body }
}
const changesInAudit = async () => {
  const entries = await readData<{ action: string; record_id: string; changed: string[] }[]>(
    await superadmin.get(`/api/audit?turbine_id=${turbine}`),
  )
  return entries
    .filter(({ action }) => action !== 'finding.add')
    .map(({ action, record_id, changed }) => [action, Number(record_id), changed.toSorted()])
}

it('is a turbine without unsolved findings at first', async () => {
  expect(await stateOf()).toEqual(['A', 0])
})

const MOVES: { index: 0 | 1 | 2; fields: object; lost: (0 | 2 | 1)[]; state: [string, number] }[] = [
  { index: MIDDLE, fields: { blade: 'B' }, lost: [FIRST, LAST], state: ['E', 2] },
  { index: LAST, fields: { blade: 'C' }, lost: [MIDDLE], state: ['C', 1] },
  { index: FIRST, fields: { blade: 'B' }, lost: [MIDDLE], state: ['E', 1] },
  { index: MIDDLE, fields: { year: 2022 }, lost: [FIRST], state: ['E', 1] },
  { index: MIDDLE, fields: { year: 2026 }, lost: [LAST], state: ['C', 1] },
  { index: FIRST, fields: { year: 2026, found_on: '2026-06-01' }, lost: [MIDDLE], state: ['E', 1] },
  { index: FIRST, fields: { year: 2024, found_on: '2024-07-01' }, lost: [MIDDLE], state: ['E', 1] },
  { index: LAST, fields: { year: 2024, found_on: '2024-05-01' }, lost: [MIDDLE], state: ['C', 1] },
  { index: MIDDLE, fields: { year: 2025, found_on: '2023-05-01' }, lost: [FIRST], state: ['E', 1] },
]
it.each(MOVES)(
  'loses the links that do not fit when $index gets $fields',
  async ({ index, fields, lost, state }) => {
    const answer = await change(index, fields)
    expect(answer).toMatchObject({ status: 200, data: fields })
    expect(answer.unlinked).toEqual(lost.map((each) => ({ id: chain[each].id, number: chain[each].number })))
    expect(await stateOf()).toEqual(state)
  },
)

it('treats a form that sends every field alike', async () => {
  const {
    number: _,
    turbine_id,
    id,
    due_on,
    later_id,
    thumb_url,
    user_id,
    user_name,
    created_at,
    updated_at,
    revision,
    ...form
  } = await read(MIDDLE)
  const answer = await change(MIDDLE, { ...form, blade: 'B' })
  expect(answer.unlinked).toHaveLength(2)
  expect(await links()).toEqual([null, null, null])
})

it('keeps links that still fit, and those of findings that only move to another side', async () => {
  expect((await change(MIDDLE, { side: 'PS' })).unlinked).toEqual([])
  expect((await change(MIDDLE, { year: 2025 })).unlinked).toEqual([])
  expect(await links()).toEqual([null, chain[FIRST].id, chain[MIDDLE].id])
})

it('tells every changed finding in the audit log', async () => {
  await change(MIDDLE, { blade: 'B' })
  expect((await changesInAudit()).toSorted()).toEqual(
    [
      ['finding.edit', chain[MIDDLE].id, ['blade', 'earlier_id']],
      ['finding.edit', chain[LAST].id, ['earlier_id']],
    ].toSorted(),
  )
})

it('refuses a new link to another blade or a later year, and names it', async () => {
  const lone = await addFinding(superadmin, turbine, { blade: 'B', year: 2022, found_on: '2026-06-01' })
  for (const fields of [{ earlier_id: chain[LAST].id }, { blade: 'A', earlier_id: chain[LAST].id }]) {
    const answer = await superadmin.json('PUT', findingsOf(turbine, `/${lone.id}`), fields)
    const { issues } = (await answer.json()) as { issues: { path: string }[] }
    expect([answer.status, issues.map(({ path }) => path)]).toEqual([400, ['earlier_id']])
  }
  expect((await change(MIDDLE, { found_on: '2025-06-01' })).issues?.map(({ path }) => path)).toEqual([
    'found_on',
  ])
})

it('joins the neighbours of a deleted finding, and tells it in the audit log', async () => {
  await superadmin.delete(findingsOf(turbine, `/${chain[MIDDLE].id}`))
  expect((await read(LAST)).earlier_id).toBe(chain[FIRST].id)
  expect(await changesInAudit()).toEqual([
    ['finding.edit', chain[LAST].id, ['earlier_id']],
    ['finding.delete', chain[MIDDLE].id, []],
  ])
  expect(await stateOf()).toEqual(['A', 0])
})
