import { beforeEach, describe, expect, it } from 'vitest'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import type { PossibleSteps } from '#domain/inspections/possible-steps.ts'
import { INSPECTION_STEPS, type InspectionStep } from '#domain/inspections/state.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { admin, company, manager, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('test', ['operator', 'company_manager', 'admin'])

const path = (rest = '') => inspectionOf(turbine, YEAR, rest)
const read = async (client: Client) => readData<ViewedInspection>(await client.get(path()))
const add = (client: Client, severity: number | null = 3) =>
  addFinding(client, turbine, { severity, year: YEAR })

async function move(client: Client, to: InspectionStep, reason = '') {
  const answer = await moveInspection(client, turbine, YEAR, to, reason)
  expect(answer.status).toBe(200)
  return readData<ViewedInspection>(answer)
}

async function decide(client: Client, id: number, decision: string, remark = '') {
  const draft = { decision, finding_ids: [id], remark }
  expect((await client.json('POST', path('/reviews'), draft)).status).toBe(200)
}

async function requireReview() {
  const superadmin = await signInAs(testApp, 'superadmin')
  await superadmin.json('PUT', `/api/companies/${company}`, { review_required: true })
}

/** How the server refuses the step: the obstacle or `forbidden`; null for a call that lacks nothing but its reason. */
async function tryStep(client: Client, to: InspectionStep, revision: number): Promise<string | null> {
  const answer = await client.json('POST', path('/transitions'), { to, revision, reason: '' })
  const { error, obstacle } = (await answer.json()) as { error?: string; obstacle?: string }
  if (error === 'transition_not_possible') return obstacle ?? null
  if (error === 'forbidden') return error
  expect([200, 400]).toContain(answer.status)
  return null
}

/** Compares what the answer says is possible with what the server then does. The step that is taken is the last one. */
async function expectTruth(client: Client, expected: PossibleSteps) {
  const { possible, revision } = await read(client)
  expect(possible).toEqual(expected)
  const refused = INSPECTION_STEPS.filter((to) => possible[to] !== null)
  for (const to of refused) expect([to, await tryStep(client, to, revision)]).toEqual([to, possible[to]])
  const [taken] = INSPECTION_STEPS.filter((to) => possible[to] === null)
  if (taken) expect([taken, await tryStep(client, taken, revision)]).toEqual([taken, null])
}

const NOTHING: PossibleSteps = { open: 'state', in_review: 'state', published: 'state', withdrawn: 'state' }

describe('what is possible with an inspection is what the server then allows', () => {
  it('nothing in a year without photos and findings', async () => {
    await expectTruth(admin, NOTHING)
    await expectTruth(operator, { ...NOTHING, withdrawn: 'forbidden' })
  })

  it('no publishing while a finding is not graded', async () => {
    await add(operator, null)
    await expectTruth(operator, {
      open: 'state',
      in_review: null,
      published: 'not_graded',
      withdrawn: 'forbidden',
    })
  })

  it('no second version without a change, and a withdrawal only for admins', async () => {
    const finding = await add(operator)
    const { possible } = await move(operator, 'published')
    expect(possible.published).toBe('nothing_new')
    await expectTruth(operator, {
      open: null,
      in_review: null,
      published: 'nothing_new',
      withdrawn: 'forbidden',
    })
    await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { severity: 4 })
    expect((await read(operator)).possible.published).toBeNull()
    expect((await read(admin)).possible.withdrawn).toBeNull()
  })
})

describe('where a second person is needed', () => {
  beforeEach(requireReview)

  it('an open inspection is reviewed first, and who has found everything does not publish it', async () => {
    await add(operator)
    await expectTruth(operator, {
      open: 'state',
      in_review: null,
      published: 'state',
      withdrawn: 'forbidden',
    })
    expect(await read(operator)).toMatchObject({ state: 'in_review' })
    expect((await read(operator)).possible.published).toBe('second_person')
    expect((await read(manager)).possible.published).toBeNull()
    await add(manager)
    expect((await read(operator)).possible.published).toBeNull()
  })

  it('who has sent an inspection without findings to the review does not publish it', async () => {
    const { id } = await add(operator)
    await operator.delete(findingsOf(turbine, `/${id}`))
    const { possible } = await move(manager, 'in_review')
    expect(possible.published).toBe('second_person')
    expect((await read(operator)).possible.published).toBeNull()
    // The newest sending counts.
    await move(manager, 'open')
    await move(operator, 'in_review')
    expect((await read(operator)).possible.published).toBe('second_person')
    expect((await read(manager)).possible.published).toBeNull()
  })

  it('nobody publishes what was sent back, until somebody changes it', async () => {
    const finding = await add(operator)
    await move(operator, 'in_review')
    await decide(manager, finding.id, 'returned', 'Ölçü eksik.')
    expect(await read(manager)).toMatchObject({ returned: 1 })
    await expectTruth(manager, {
      open: null,
      in_review: 'state',
      published: 'returned',
      withdrawn: 'forbidden',
    })
    await move(operator, 'in_review')
    await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { length_mm: 40 })
    expect(await read(manager)).toMatchObject({ returned: 0, possible: { published: null } })
  })
})

it('those who read only what is published can do nothing, whatever the team has done', async () => {
  const customer = await signInAs(testApp, 'customer', company)
  const finding = await add(operator)
  await move(operator, 'published')
  await move(operator, 'open')
  await decide(manager, finding.id, 'returned', 'Ölçü eksik.')
  const possible = Object.fromEntries(INSPECTION_STEPS.map((to) => [to, 'forbidden']))
  expect(await read(customer)).toMatchObject({ returned: 0, possible })
})
