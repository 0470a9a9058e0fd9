import { expect, it } from 'vitest'
import { type Client, signInAs } from '../../support/accounts.ts'
import { company, manager, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { readData, readError } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('test', ['operator', 'company_manager'], { jobs: 'wait' })

const move = (client: Client, to: string) => moveInspection(client, turbine, YEAR, to, 'Test')
const obstacle = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { obstacle?: string }).obstacle,
]
const require = async (review_required: boolean) => {
  const superadmin = await signInAs(testApp, 'superadmin')
  const answer = await superadmin.json('PUT', `/api/companies/${company}`, { review_required })
  expect(answer.status).toBe(200)
}

it('what the company chooses holds from then on', async () => {
  const { id } = await addFinding(operator, turbine, { severity: 3, year: YEAR })
  expect((await move(operator, 'published')).status).toBe(200)
  await operator.json('PUT', findingsOf(turbine, `/${id}`), { severity: 4 })
  await require(true)
  expect(await obstacle(await move(operator, 'published'))).toEqual([409, 'second_person'])
  await move(operator, 'open')
  expect(await obstacle(await move(operator, 'published'))).toEqual([409, 'state'])
  await move(operator, 'in_review')
  expect(await obstacle(await move(operator, 'published'))).toEqual([409, 'second_person'])
  await require(false)
  expect((await move(operator, 'published')).status).toBe(200)
})

it('a decision is about the findings that the reviewer has read', async () => {
  const [one, other] = [
    await addFinding(operator, turbine, { severity: 1, year: YEAR }),
    await addFinding(operator, turbine, { severity: 3, year: YEAR }),
  ]
  await move(operator, 'in_review')
  await operator.json('PUT', findingsOf(turbine, `/${one.id}`), { severity: 5 })
  const reviews = inspectionOf(turbine, YEAR, '/reviews')
  const accept = (more: object) =>
    manager.json('POST', reviews, { decision: 'accepted', finding_ids: [other.id, one.id], ...more })
  const stale = await accept({ revisions: [other.revision, one.revision] })
  expect(stale.status).toBe(409)
  expect(await stale.json()).toMatchObject({
    error: 'stale_revision',
    data: { id: one.id, severity: 5, revision: one.revision + 1 },
  })
  expect(await readData<object[]>(await manager.get(reviews))).toEqual([])
  expect((await accept({ revisions: [other.revision, one.revision + 1] })).status).toBe(200)
  expect(await readData<object[]>(await manager.get(reviews))).toHaveLength(2)
  expect((await accept({})).status).toBe(200)
  for (const revisions of [[], [1], [1, 2, 3]])
    expect(await readError(await accept({ revisions }))).toEqual([400, 'validation_failed'])
  const all = { decision: 'accepted', revisions: [1] }
  expect(await readError(await manager.json('POST', reviews, all))).toEqual([400, 'validation_failed'])
})
