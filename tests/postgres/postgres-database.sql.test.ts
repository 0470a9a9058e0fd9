import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database, Writer } from '#server/infrastructure/database/database.ts'
import { isUniqueViolation, LostCommitError } from '#server/infrastructure/database/database-errors.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'

let stack: AsyncDisposableStack
let database: TestDatabase
/** Two processes that use the same database. */
let one: Database
let other: Database

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  database = stack.use(await TestDatabase.make())
  one = await open()
  other = await open()
})
afterEach(() => stack.disposeAsync())

async function open(url = database.url): Promise<Database> {
  const db = await openPostgres(url)
  stack.defer(() => db.close())
  return db
}

const phone = async (db: Pick<Writer, 'selectFrom'>) =>
  (await db.selectFrom('company').select('phone').executeTakeFirstOrThrow()).phone
const setPhone = (db: Writer, value: string) => db.updateTable('company').set({ phone: value }).execute()

/** Reads a number and writes it back, one higher. */
const count = async (db: Writer) => setPhone(db, String(Number(await phone(db)) + 1))

it('runs each migration once when several processes start at the same time', async () => {
  const empty = stack.use(await TestDatabase.makeWithoutTables())
  const opened = await Promise.all(Array.from({ length: 4 }, () => open(empty.url)))
  for (const db of opened) {
    expect(await db.read.selectFrom('company').select('id').execute()).toEqual([{ id: 999 }])
  }
})

it('refuses a database of a newer version', async () => {
  await sql`insert into migration values ('9999-from-the-future.sql', '2030-01-01')`.execute(one.write)
  await expect(open()).rejects.toThrow(/9999-from-the-future/)
})

it('gives the first company the id 1000', async () => {
  const names = { name: 'Bora', name_folded: 'bora', created_at: '', updated_at: '' }
  const { id } = await one.write
    .insertInto('company')
    .values({ ...names, contact_email: '', authorized_number: '', phone: '', address: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(1000)
})

it('lets one transaction of all processes run at a time', async () => {
  const counting = [one, other].flatMap((db) =>
    Array.from({ length: 20 }, () => db.write.transaction().execute(count)),
  )
  await Promise.all(counting)
  expect(await phone(one.read)).toBe('40')
})

it('lets a statement outside of a transaction wait for the transaction of another process', async () => {
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const transaction = one.write.transaction().execute(async (running) => {
    await setPhone(running, 'first')
    began.resolve()
    await mayEnd.promise
  })
  await began.promise
  const statement = setPhone(other.write, 'second')
  await expect.poll(() => waitingForLock()).toBe(1)
  expect(await phone(one.read)).toBe('')
  mayEnd.resolve()
  await Promise.all([transaction, statement])
  expect(await phone(one.read)).toBe('second')
})

async function waitingForLock(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    one.read as unknown as Writer,
  )
  return rows[0]?.count ?? 0
}

it('raises the revision with each commit that changes something, for all processes', async () => {
  const first = await other.revision()
  await one.write.transaction().execute(phone)
  await expect(
    one.write.transaction().execute(async (running) => {
      await count(running)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await other.revision()).toBe(first)

  await one.write.transaction().execute(count)
  const second = await other.revision()
  expect(second).not.toBe(first)
  await setPhone(one.write, 'outside of a transaction')
  expect(await other.revision()).not.toBe(second)
})

it('commits nothing after a statement has failed, even if the code continues', async () => {
  const company = sql`insert into company (name, name_folded, created_at, updated_at) values ('K', 'kanat', '', '')`
  const continued = one.write.transaction().execute(async (running) => {
    await count(running)
    const error: unknown = await company.execute(running).catch((failed) => failed)
    expect(isUniqueViolation(error)).toBe(true)
  })
  await expect(continued).rejects.toThrow(/current transaction is aborted/)
  expect(await phone(one.read)).toBe('')
})

it('refuses writes on the connections for reading', async () => {
  const reader = one.read as unknown as Writer
  await expect(setPhone(reader, '1')).rejects.toThrow(/read-only transaction/)
})

it('does not know whether a transaction is valid if the connection breaks during the commit, and then connects again', async () => {
  const lost = one.write.transaction().execute(async (running) => {
    await count(running)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(running)
    await endConnection(rows[0]?.pid ?? 0)
  })
  await expect(lost).rejects.toThrow(LostCommitError)
  await count(one.write)
  expect(await phone(one.read)).toBe('1')
})

it('breaks no process when all connections end: later statements use new ones', async () => {
  const verified = await openForVerification({ dataDir: '', databaseUrl: database.url })
  stack.defer(() => verified.close())
  const told: unknown[] = []
  one.onError((error) => told.push(error))
  const use = async () => {
    for (const { read } of [one, verified]) await read.selectFrom('company').select('id').execute()
    await count(one.write)
    await one.counts.delete('nothing')
    expect(await one.isLeader()).toBe(true)
  }
  await use()
  await onServer(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // One of reading, one of writing and one of counting.
  await expect.poll(() => told).toHaveLength(3)
  await expect.poll(() => use().then(() => 'works', String)).toBe('works')
})

it('ends no process when its connection breaks while it waits for a migration', async () => {
  const migrated = one.write.transaction().execute(async () => {
    const opening = openPostgres(database.url).then(() => 'opened', String)
    const waiting = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => onServer(waiting)).toBe(1)
    return opening
  })
  expect(await migrated).toMatch(/terminating connection/)
})

/** Ends a connection of the database from outside, as a stop of PostgreSQL does. */
async function endConnection(pid: number): Promise<void> {
  await onServer(`select pg_terminate_backend(${pid}, 10000)`)
}

/** @returns the number of rows of the answer */
async function onServer(statement: string): Promise<number> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows.length
}

it('counts all photos that one statement adds or deletes in one step, however many they are', async () => {
  await one.write.transaction().execute(async (transaction) => {
    const steps = async () => {
      const { rows } = await sql<{ steps: number }>`
        select n_tup_ins + n_tup_upd + n_tup_del as steps from pg_stat_xact_user_tables where relname = 'photo_year'
      `.execute(transaction)
      return rows[0]?.steps
    }
    const photos = () =>
      transaction.selectFrom('photo_year').select(['year', 'photos']).orderBy('year').execute()
    await sql`insert into turbine (id, city, code, location, company_id, created_at, updated_at)
      values (1, 'izmir', 'T1', 'Soma', 999, '', '')`.execute(transaction)
    await sql`insert into photo (turbine_id, key, original_name, category, year, month, media_type, size, sha256, uploaded_at,
        uploader_name, uploader_email)
      select 1, n, n, 'drone', 2025 + n % 2, 5, 'image/jpeg', 1, '', '', '', '' from generate_series(1, 300) as n`.execute(
      transaction,
    )
    expect(await photos()).toEqual([
      { year: 2025, photos: 150 },
      { year: 2026, photos: 150 },
    ])
    expect(await steps()).toBe(2)
    await sql`delete from photo where id <= 100`.execute(transaction)
    expect(await photos()).toEqual([
      { year: 2025, photos: 100 },
      { year: 2026, photos: 100 },
    ])
    expect(await steps()).toBe(4)
    await transaction.deleteFrom('turbine').where('id', '=', 1).execute()
    expect(await photos()).toEqual([])
    expect(await steps()).toBe(6)
  })
})
