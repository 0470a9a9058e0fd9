/** Connections that a router between the server and PostgreSQL has forgotten: nothing arrives on them any more, and nobody says so. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { PostgresServer } from '../../support/servers/postgres-server.ts'
import { TestApp } from '../../support/test-app.ts'

let postgres: PostgresServer
let router: Server
/** Lets nothing more through the connections that are open now. */
let forget = () => {}
let testApp: TestApp
let client: Client

beforeAll(async () => {
  postgres = await PostgresServer.start()
  const socket = `${decodeURIComponent(new URL(postgres.url('postgres')).host)}/.s.PGSQL.5432`
  let generation = 0
  forget = () => {
    generation += 1
  }
  router = createServer((near) => {
    const far = connect(socket)
    const own = generation
    near.on('data', (bytes) => own === generation && far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => own === generation && near.write(bytes)).on('close', () => near.destroy())
    for (const end of [near, far]) end.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(router, 'listening')
  const { port } = router.address() as AddressInfo
  testApp = await TestApp.open(
    { DATABASE_URL: `postgres://kanat@127.0.0.1:${port}/postgres`, TRUST_PROXY: '1', TIME_FACTOR: '1' },
    undefined,
    'wait',
  )
  client = await signIn(testApp, await makeUser(testApp, { role: 'superadmin', company_id: 999 }))
})
afterAll(async () => {
  await testApp[Symbol.asyncDispose]()
  router.close()
  await postgres[Symbol.asyncDispose]()
})

it('a call on a lost connection is answered, and the next one works', async () => {
  const read = async () => (await client.get('/api/auth/profile')).status
  const write = async () =>
    (await client.json('POST', '/api/companies', { name: `Yeni ${performance.now()}` })).status
  expect([await read(), await write()]).toEqual([200, 201])
  forget()
  expect([await read(), await read(), await write(), await write()]).toEqual([503, 200, 503, 201])
})

it('a statement at which PostgreSQL works goes on, however long it takes', async () => {
  const { rows } = await sql<{ one: number }>`select 1 as one from pg_sleep(5)`.execute(
    testApp.services.db.write,
  )
  expect(rows).toEqual([{ one: 1 }])
})
