/** Transactions that others disturb, and databases whose transactions are isolated in another way by default. */
import { globSync, readFileSync } from 'node:fs'
import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/infrastructure/database/database.ts'
import { connectionTo, openClient } from '#server/infrastructure/database/postgres/postgres-connection.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { jobsPool } from '#server/infrastructure/database/postgres/postgres-jobs.ts'
import { MIGRATING, SERVING, WRITING } from '#server/infrastructure/database/postgres/postgres-limits.ts'
import { signInAs } from '../support/accounts.ts'
import { makeTurbine, readError } from '../support/builders.ts'
import { TestApp } from '../support/test-app.ts'
import { client, database, openDatabase, setUpDatabase, stack } from './database-setup.ts'

setUpDatabase()

it.each(['serializable', 'repeatable read'])('writes as always if the default is %s', async (isolation) => {
  const [name] = new URL(database.url).pathname.split('/').slice(1)
  await client.query(`alter database ${name} set default_transaction_isolation = '${isolation}'`)
  const [one, other] = [await openDatabase(), await openDatabase()]
  const count = (db: Database) =>
    db.write.transaction().execute(async (running) => {
      const { phone } = await running.selectFrom('company').select('phone').executeTakeFirstOrThrow()
      await running
        .updateTable('company')
        .set({ phone: String(Number(phone) + 1) })
        .execute()
    })
  const countWrong = (db: Database) =>
    db.counts.change(['key'], ([count]) => ({
      counts: [{ counted: (count?.counted ?? 0) + 1, pending: 0, endsAt: Date.now() + 60_000 }],
    }))
  const changes = Array.from({ length: 20 }, () => [one, other].flatMap((db) => [count(db), countWrong(db)]))
  await Promise.all(changes.flat())
  const { phone } = await one.read.selectFrom('company').select('phone').executeTakeFirstOrThrow()
  const { rows } = await client.query('select counted::integer from limit_count')
  expect([phone, rows]).toEqual(['40', [{ counted: 40 }]])

  const jobs = jobsPool(database.url, 1)
  stack.defer(() => jobs.end())
  const shown = await jobs.query('show transaction_isolation')
  expect(shown.rows).toEqual([{ transaction_isolation: 'read committed' }])
})

it('repeats transactions wherever one begins', () => {
  const texts = globSync('server/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')] as const)
  const unrepeated = texts
    .filter(([, text]) =>
      text
        // A function that is repeated ends before the method around it does.
        .replace(/repeatOnConflict\((?:async )?\(\) =>(?:(?!\n {0,2}\}).)*?write\.transaction\(\)/gs, '')
        .includes('write.transaction()'),
    )
    .map(([file]) => file)
  // SQLite has no such errors.
  expect(unrepeated).toEqual(['server/core/jobs/jobs-in-process.ts'])
})

it('sets the limits of every connection itself, whatever the role, the database or the address says', async () => {
  const [name] = new URL(database.url).pathname.split('/').slice(1)
  for (const limit of [...Object.keys(SERVING), 'idle_session_timeout']) {
    await client.query(`alter database ${name} set ${limit} = 12345`)
  }
  const address = new URL(database.url)
  address.searchParams.set('options', '-c statement_timeout=54321 -c work_mem=5MB')
  const db = await openPostgres(address.href)
  stack.defer(() => db.close())
  const jobs = jobsPool(address.href, 1)
  stack.defer(() => jobs.end())
  const settings = 'select name, setting from pg_settings where name = any($1)'
  const shown = async (
    read: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>,
    limits: object,
  ) => {
    const names = [
      ...Object.keys(limits),
      'work_mem',
      'default_transaction_isolation',
      'idle_session_timeout',
    ]
    const { rows } = await read(settings, [names])
    return Object.fromEntries(
      (rows as { name: string; setting: string }[]).map((row) => [row.name, row.setting]),
    )
  }
  const expected = (limits: object) => ({
    ...Object.fromEntries(Object.entries(limits).map(([limit, ms]) => [limit, String(ms)])),
    idle_session_timeout: '0',
    work_mem: '5120',
    default_transaction_isolation: 'read committed',
  })
  const through = (kysely: unknown) => (text: string, values: unknown[]) =>
    (kysely as Database['write']).executeQuery(CompiledQuery.raw(text, values))
  expect(await shown(through(db.read), SERVING)).toEqual(expected(SERVING))
  expect(await shown(through(db.write), WRITING)).toEqual(expected(WRITING))
  expect(await shown((text, values) => jobs.query(text, values), SERVING)).toEqual(expected(SERVING))
  const migrating = await openClient(connectionTo(address.href, MIGRATING))
  stack.defer(() => migrating.end())
  expect(await shown((text, values) => migrating.query(text, values), MIGRATING)).toEqual(expected(MIGRATING))
})

/** Lets the next writes into the table fail with this code. A sequence keeps its value when a transaction rolls back. */
async function disturb(table: string, code: string, times: number): Promise<void> {
  await client.query(`
    create sequence disturbed;
    create function disturb() returns trigger language plpgsql as $$
    begin
      if nextval('disturbed') <= ${times} then raise exception 'disturbed' using errcode = '${code}'; end if;
      return null;
    end $$;
    create trigger disturb after insert or update on ${table} execute function disturb()`)
}

it.each([
  ['40001', 'comment'],
  ['40P01', 'comment'],
  ['40001', 'limit_count'],
])('repeats what another transaction has ended with %s while it wrote into %s', async (code, table) => {
  const testApp = stack.use(await TestApp.open({ DATABASE_URL: database.url }))
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const user = await signInAs(testApp, 'superadmin')
  await disturb(table, code, 3)
  const path = `/api/turbines/${turbine}/comments`
  expect((await user.json('POST', path, { comment: 'Pas' })).status).toBe(201)
  const set = { contact_email: 'a@kanat.example' }
  await testApp.services.db.write.updateTable('company').set(set).execute()
  await signInAs(testApp, 'viewer')
  const { rows } = await client.query('select comment from comment')
  expect(rows).toEqual([{ comment: 'Pas' }])
})

it('repeats a single statement', async () => {
  const db = await openDatabase()
  await disturb('company', '40P01', 2)
  await db.write.updateTable('company').set({ phone: '1' }).execute()
  expect(await db.read.selectFrom('company').select('phone').execute()).toEqual([{ phone: '1' }])
})

it('gives up after some tries, with 503', async () => {
  const testApp = stack.use(await TestApp.open({ DATABASE_URL: database.url }))
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const user = await signInAs(testApp, 'superadmin')
  await disturb('comment', '40001', 1000)
  const answer = await user.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'Pas' })
  expect(await readError(answer)).toEqual([503, 'database_unavailable'])
})
