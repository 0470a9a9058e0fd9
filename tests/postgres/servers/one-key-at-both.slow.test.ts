/** One `Idempotency-Key` at two processes of the server that share one database and one bucket. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import type { TestApp } from '../../support/test-app.ts'
import { clientAt, openTwoApps } from '../two-apps.ts'

let stack: AsyncDisposableStack
let one: TestApp
let clients: Client[]
let turbine: number

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const apps = await openTwoApps(stack, {}, 'wait')
  one = apps.one
  turbine = await makeTurbine(one, { company_id: await makeCompany(one) })
  const client = await signIn(one, await makeUser(one, { role: 'superadmin' }))
  clients = [client, clientAt(apps.other, client)]
})
afterAll(() => stack.disposeAsync())

it.each([
  ['comments', { comment: 'Çatlak' }],
  ['findings', { blade: 'A', side: 'LE', type: 'le-erosion' }],
  ['inspections/2026/report', { language: 'tr' }],
])('makes one record of six calls of %s at once, three at each process', async (path, body) => {
  const key = { 'Idempotency-Key': `both-${path}` }
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const answer = await clients[n % 2]?.json('POST', `/api/turbines/${turbine}/${path}`, body, key)
      return { status: answer?.status, body: await answer?.json() }
    }),
  )
  expect(answers[0]?.status).toBe(path.startsWith('inspections') ? 202 : 201)
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const table = path.startsWith('inspections') ? 'file_job' : path === 'comments' ? 'comment' : 'finding'
  const rows = await one.services.db.read.selectFrom(table).select('id').execute()
  expect(rows).toHaveLength(1)
})
