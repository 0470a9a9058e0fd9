/** What a customer has asked stays theirs, whatever becomes of the finding. */
import { expect, it } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import type { Client } from '../../support/accounts.ts'
import { admin, customer, operator, setUpFarm, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('file', ['operator', 'admin', 'customer'], { jobs: 'wait', turbines: 'test' })

const comments = `/api/turbines/:id/comments`
const say = async (client: Client, comment: string, finding_id: number) => {
  const answer = await client.json('POST', comments.replace(':id', String(turbine)), { comment, finding_id })
  expect(answer.status).toBe(201)
}
const readAs = async (client: Client) =>
  (await readData<Comment[]>(await client.get(comments.replace(':id', String(turbine))))).map(
    ({ comment }) => comment,
  )

it('a question about a published finding outlives the finding, and what the team has said about it does not', async () => {
  const { id } = await addFinding(operator, turbine, { severity: 3, year: YEAR })
  await moveInspection(operator, turbine, YEAR, 'published')
  await say(customer, 'How long is it?', id)
  expect((await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')).status).toBe(200)
  await say(operator, 'Not published yet.', id)
  expect((await operator.delete(findingsOf(turbine, `/${id}`))).status).toBe(200)
  expect(await readAs(customer)).toEqual(['How long is it?'])
  expect((await readAs(operator)).sort()).toEqual(['How long is it?', 'Not published yet.'])
})

it('what somebody has said about a finding that was never published stays with the team', async () => {
  const { id } = await addFinding(operator, turbine, { severity: 3, year: YEAR })
  await say(operator, 'A draft.', id)
  expect((await operator.delete(findingsOf(turbine, `/${id}`))).status).toBe(200)
  expect(await readAs(customer)).toEqual([])
})
