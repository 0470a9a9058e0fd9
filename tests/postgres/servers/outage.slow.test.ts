/** PostgreSQL that is away: stopped, or standing still as on a paused machine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#server/start/app.ts'
import { makeRecords, type Records } from '../../server/calls/call-records.ts'
import { sendExample } from '../../server/calls/send-example.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { PostgresServer } from '../../support/servers/postgres-server.ts'
import { TestApp } from '../../support/test-app.ts'

/** The calls that say what is wrong, and those that need no database. */
const OPERATOR_CALLS = ['GET /api/health', 'GET /metrics']
const WITHOUT_DATABASE = ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs/:file']

let postgres: PostgresServer
let testApp: TestApp
let account: Account
let client: Client
let records: Records
beforeAll(async () => {
  postgres = await PostgresServer.start()
  const env = { DATABASE_URL: postgres.url('postgres'), TRUST_PROXY: '1', TIME_FACTOR: '1' }
  testApp = await TestApp.open(env)
  account = await makeUser(testApp, { role: 'superadmin', company_id: 999 })
  client = await signIn(testApp, account)
  records = await makeRecords(testApp, 999, account.id)
})
afterAll(async () => {
  await testApp[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

const WAYS = [
  ['stands still', () => postgres.freeze(), () => postgres.thaw()],
  ['is stopped', () => postgres.stop(), () => postgres.startAgain()],
] as const

describe.each(WAYS)('PostgreSQL that %s', (way, leave, comeBack) => {
  it('gets every call an answer before it returns, and the calls work again after its return', async () => {
    await leave()
    const others = calls.filter(({ method, path }) => !OPERATOR_CALLS.includes(`${method} ${path}`))
    const answers = await Promise.all(others.map(({ method, path }, index) => send(method, path, index)))
    for (const { name, status, error, retryAfter } of answers) {
      if (WITHOUT_DATABASE.includes(name)) expect([name, status]).toEqual([name, 200])
      else expect([name, status, error, retryAfter]).toEqual([name, 503, 'database_unavailable', '5'])
    }
    // Also one that comes when it is known already.
    expect((await send('GET', '/api/auth/profile', 999)).error).toBe('database_unavailable')
    await comeBack()
    await expect.poll(async () => (await send('GET', '/api/auth/profile', 1000)).status).toBe(200)
    const made = await client.json('POST', '/api/companies', { name: `Yeni ${way}` })
    expect(made.status).toBe(201)
  })

  it('fails together all that is read, also what waits for a connection', async () => {
    await leave()
    const path = '/api/findings/summary'
    const headers = { Authorization: `Bearer ${client.token}` }
    const ask = async (day: number) =>
      (await testApp.app.request(`${path}?due_before=${2100 + day}-01-01`, { headers })).status
    const answers = await Promise.all(Array.from({ length: 40 }, (_, day) => ask(day)))
    expect(answers).toEqual(answers.map(() => 503))
    await comeBack()
    await expect.poll(async () => (await client.get(path)).status).toBe(200)
  })

  it('is named by the calls for operators', async () => {
    await leave()
    const ask = async () => (await send('GET', '/api/health', 0)).checks
    // What was found is not asked again for three seconds.
    await expect.poll(ask).toEqual(['database'])
    const { text } = await testApp.services.metrics.text()
    expect(text).toContain('kanat_check_success{check="database"} 0')
    expect(text).toContain('kanat_check_success{check="data_folder"} 1')
    expect(text).toContain('kanat_images_waiting 0')
    await comeBack()
    await expect.poll(ask).toBeUndefined()
  })
})

function send(method: string, path: string, index: number) {
  return sendExample({ testApp, client, records }, method, path, index)
}
