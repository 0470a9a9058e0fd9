/** One reviewer never overrides what another has decided without knowing it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingReview, ReviewDraft } from '#domain/inspections/review.ts'
import type { Client } from '../../support/accounts.ts'
import { admin, manager, operator, setUpFarm, turbine } from '../../support/app-setup.ts'
import { readData, readError } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('file', ['operator', 'admin', 'company_manager'], { jobs: 'wait', turbines: 'test' })

const reviews = () => inspectionOf(turbine, YEAR, '/reviews')
const read = async () => readData<FindingReview[]>(await admin.get(reviews()))
const comments = async () => readData<object[]>(await admin.get(`/api/turbines/${turbine}/comments`))
const decide = (client: Client, draft: Partial<ReviewDraft>) => client.json('POST', reviews(), draft)
const sendBack = (client: Client, ids: number[], more: Partial<ReviewDraft> = {}) =>
  decide(client, { decision: 'returned', finding_ids: ids, remark: 'Which size?', ...more })

let one: Finding
let other: Finding
beforeEach(async () => {
  one = await addFinding(operator, turbine, { severity: 3, year: YEAR })
  other = await addFinding(operator, turbine, { severity: 2, year: YEAR })
  await moveInspection(operator, turbine, YEAR, 'in_review', '')
})

describe('a decision that another person has made meanwhile', () => {
  const attempts: [string, Partial<ReviewDraft>][] = [
    ['a call that names none', {}],
    ['a call that has read none', { replaces: [null, null] }],
    ['a call that names another one', { replaces: [null, 4_000_000] }],
    ['taking it back', { decision: 'undecided' }],
    ['sending back again', { decision: 'returned', remark: 'A new photo, please.' }],
  ]
  it.each(attempts)('is not replaced by %s, and nothing of the call is kept', async (_, draft) => {
    expect((await sendBack(admin, [one.id])).status).toBe(200)
    const [standing] = await read()
    const before = await comments()
    const refused = await decide(manager, { decision: 'accepted', finding_ids: [other.id, one.id], ...draft })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      error: 'stale_revision',
      data: { id: one.id, number: one.number, review: standing },
    })
    expect(await read()).toEqual([standing])
    expect(await comments()).toEqual(before)
  })

  it('is not replaced by accepting the rest', async () => {
    await sendBack(admin, [one.id])
    expect((await decide(manager, { decision: 'accepted' })).status).toBe(200)
    expect((await read()).map(({ finding_id, decision }) => [finding_id, decision])).toEqual([
      [one.id, 'returned'],
      [other.id, 'accepted'],
    ])
  })

  it('is replaced by who names it, and has another id then', async () => {
    await sendBack(admin, [one.id])
    const [standing] = await read()
    const replaces = [null, standing?.id ?? 0]
    const draft: Partial<ReviewDraft> = { decision: 'accepted', finding_ids: [other.id, one.id], replaces }
    expect((await decide(manager, draft)).status).toBe(200)
    expect((await decide(manager, draft)).status).toBe(409)
    const now = await read()
    expect(now.map(({ decision }) => decision)).toEqual(['accepted', 'accepted'])
    expect(new Set([...now, standing].map((review) => review?.id)).size).toBe(3)
  })

  it('of a finding that has changed since holds nobody up', async () => {
    await sendBack(admin, [one.id])
    await operator.json('PUT', findingsOf(turbine, `/${one.id}`), { severity: 4 })
    const draft: Partial<ReviewDraft> = { decision: 'accepted', finding_ids: [one.id], replaces: [null] }
    expect((await decide(manager, draft)).status).toBe(200)
  })
})

describe('an own decision', () => {
  it('is replaced without its id', async () => {
    await sendBack(manager, [one.id])
    expect((await decide(manager, { decision: 'accepted', finding_ids: [one.id] })).status).toBe(200)
    expect((await decide(manager, { decision: 'undecided', finding_ids: [one.id] })).status).toBe(200)
    expect(await read()).toEqual([])
  })

  it('is not replaced by a call that has read none, such as one of an older tab', async () => {
    await sendBack(manager, [one.id])
    expect(
      (await decide(manager, { decision: 'accepted', finding_ids: [one.id], replaces: [null] })).status,
    ).toBe(409)
  })
})

it('names as many decisions as findings', async () => {
  for (const replaces of [[], [null, null]])
    expect(
      await readError(await decide(manager, { decision: 'accepted', finding_ids: [one.id], replaces })),
    ).toEqual([400, 'validation_failed'])
  const all: Partial<ReviewDraft> = { decision: 'accepted', replaces: [null] }
  expect(await readError(await decide(manager, all))).toEqual([400, 'validation_failed'])
})

describe('what is done about a finding', () => {
  const sent = (id: number, change: object) => operator.json('PUT', findingsOf(turbine, `/${id}`), change)

  it('does not undo that it was sent back', async () => {
    await sendBack(admin, [one.id, other.id])
    const standing = await read()
    expect((await sent(one.id, { status: 'monitored' })).status).toBe(200)
    expect((await sent(one.id, { own_due_on: '2027-01-31', due_reason: 'The crane comes.' })).status).toBe(
      200,
    )
    expect((await sent(other.id, { status: 'repaired', severity: 4 })).status).toBe(200)
    expect(await read()).toEqual([standing[0]])
  })

  it('does not revive a decision about what the finding was before', async () => {
    await sendBack(admin, [one.id])
    await sent(one.id, { severity: 5 })
    await sent(one.id, { status: 'monitored' })
    expect(await read()).toEqual([])
  })
})
