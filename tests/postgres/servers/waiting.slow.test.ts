/** Requests that wait for the writer or for a connection. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { WRITER_LOCK } from '#server/infrastructure/database/postgres/advisory-locks.ts'
import { CONNECT_MS } from '#server/infrastructure/database/postgres/postgres-limits.ts'
import { type Client as ApiClient, signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, readError } from '../../support/builders.ts'
import type { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import { client, database, setUpDatabase, stack } from '../database-setup.ts'

setUpDatabase()

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
const lock = () => client.query(`select pg_advisory_lock(${WRITER_LOCK})`)
const unlock = () => client.query(`select pg_advisory_unlock(${WRITER_LOCK})`)

async function openApp(): Promise<{ testApp: TestApp; user: ApiClient; turbine: number }> {
  const testApp = stack.use(await TestApp.open({ DATABASE_URL: database.url }))
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  return { testApp, user: await signInAs(testApp, 'superadmin'), turbine }
}

it('keeps what has arrived while another server writes for longer than a connection may take', async () => {
  const { testApp, user, turbine } = await openApp()
  await lock()
  const comment = () => user.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'Pas' })
  const changes = [comment(), comment(), user.upload(turbine, { 'a.jpg': await jpeg() })]
  // The files are stored before the rows.
  await expect.poll(() => testApp.files()).toContainEqual(expect.stringMatching(/a\.jpg$/))
  await wait(CONNECT_MS + 1500)
  await unlock()
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([201, 201, 201])
})

it('answers 503 with the time to try again when waiting for the writer has taken too long, and then works again', async () => {
  const { testApp, user, turbine } = await openApp()
  await sql`set lock_timeout = 100`.execute(testApp.services.db.write)
  await lock()
  const path = `/api/turbines/${turbine}/comments`
  const answers = [
    await user.json('POST', path, { comment: 'Pas' }),
    await user.upload(turbine, { 'a.jpg': await jpeg() }),
  ]
  await unlock()
  for (const answer of answers) {
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(await readError(answer)).toEqual([503, 'database_unavailable'])
  }
  expect((await user.json('POST', path, { comment: 'Pas' })).status).toBe(201)
})

it('answers 503 while there is no connection', async () => {
  const { user, turbine } = await openApp()
  const elsewhere = new Client({ connectionString: database.url.replace(/[^/]+$/, 'postgres') })
  await elsewhere.connect()
  stack.defer(() => elsewhere.end())
  const allow = (allowed: boolean) =>
    elsewhere.query(`alter database ${nameOf(database)} allow_connections ${allowed}`)
  await allow(false)
  await client.query(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const read = () => user.get(`/api/turbines/${turbine}`)
  await expect.poll(async () => readError(await read())).toEqual([503, 'database_unavailable'])
  await allow(true)
  await expect.poll(async () => (await read()).status).toBe(200)
})
