/** One `Idempotency-Key` at two processes of the server that share one database and one bucket. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client, makeUser, signIn } from '../../support/accounts.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'

let stack: AsyncDisposableStack
let apps: TestApp[]
let clients: Client[]
let turbine: number

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const bucket = stack.use(await TestBucket.start())
  const env = { ...bucket.env, DATABASE_URL: stack.use(await TestDatabase.make()).url }
  apps = [
    stack.use(await TestApp.open(env, undefined, 'wait')),
    stack.use(await TestApp.open(env, undefined, 'wait')),
  ]
  const [one, other] = apps as [TestApp, TestApp]
  turbine = await makeTurbine(one, { company_id: await makeCompany(one) })
  const client = await signIn(one, await makeUser(one, { role: 'superadmin' }))
  clients = [client, new Client(other.app, client.token, client.cookie)]
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
  const table = path.startsWith('inspections') ? 'report_job' : path === 'comments' ? 'comment' : 'finding'
  const rows = await apps[0]?.services.db.read.selectFrom(table).select('id').execute()
  expect(rows).toHaveLength(1)
})
