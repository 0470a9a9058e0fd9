/** What one user reads, as often as the server takes it, leaves connections for all others; nothing is read for a client that has gone. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database, ReadingUser } from '#server/infrastructure/database/database.ts'
import { signInAs } from '../../support/accounts.ts'
import { TestApp } from '../../support/test-app.ts'
import { client, database, openDatabase, setUpDatabase, stack } from '../database-setup.ts'

setUpDatabase()

const [anna, bora, cem] = [
  { id: 1, company_id: 1, role: undefined },
  { id: 2, company_id: 2, role: undefined },
  { id: 3, company_id: 3, role: undefined },
]

/** A statement that ends only when it is cancelled. */
const endless = (db: Database, asker: ReadingUser, signal?: AbortSignal) =>
  sql`select pg_sleep(50)`.execute(db.readFor(asker, signal) as never)
const short = (db: Database, asker: ReadingUser) =>
  sql`select 1`.execute(db.readFor(asker, undefined) as never)

async function countRunning(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
  )
  return rows[0]?.count ?? 0
}

it('leaves connections for others and for short reads, and refuses a user of whom much waits', async () => {
  const db = await openDatabase()
  const gone = new AbortController()
  const asked = Array.from({ length: 56 }, () => endless(db, anna, gone.signal).catch((error) => error))
  await expect.poll(countRunning).toBe(6)
  await expect.poll(() => isFull(db, anna)).toBe(true)
  const held = endless(db, bora, gone.signal).catch((error) => error)
  // Each of these would wait for the end of the others without a connection of its own.
  expect((await short(db, cem)).rows).toHaveLength(1)
  await db.read.selectFrom('company').select('id').execute()
  gone.abort()
  for (const error of await Promise.all([...asked, held]))
    expect(error).toMatchObject({ code: 'validation_failed' })
  // PostgreSQL says that a statement has failed before it counts as ended.
  await expect.poll(countRunning).toBe(0)
  // What was accepted as a whole is not refused.
  expect(isFull(db, anna)).toBe(false)
  expect((await short(db, anna)).rows).toHaveLength(1)
})

it('reads what was accepted as a whole, however much else of the user waits', async () => {
  const db = await openDatabase()
  const gone = new AbortController()
  const asked = Array.from({ length: 56 }, () => endless(db, anna, gone.signal).catch(() => {}))
  await expect.poll(() => isFull(db, anna)).toBe(true)
  const accepted = sql`select 1`.execute(db.readAccepted(anna, undefined) as never)
  gone.abort()
  expect((await accepted).rows).toHaveLength(1)
  await Promise.all(asked)
})

it('cancels the statement of a client that has gone, and no later one on its connection', async () => {
  const db = await openDatabase()
  for (let round = 0; round < 200; round += 1) {
    const gone = new AbortController()
    // Ends at about the time of the cancel: before, during or after it.
    const running = sql`select pg_sleep(${(round % 20) / 2000})`
      .execute(db.readFor(anna, gone.signal) as never)
      .catch((error) => error)
    for (let turn = 0; turn < round % 7; turn += 1) await nextTurn()
    gone.abort()
    const next = Array.from({ length: 6 }, () => short(db, anna))
    await running
    for (const { rows } of await Promise.all(next)) expect(rows).toHaveLength(1)
  }
})

it('ends the statement of a call whose client has gone, and goes on with the calls of others', async () => {
  const testApp = stack.use(await TestApp.open({ DATABASE_URL: database.url }))
  const user = await signInAs(testApp, 'superadmin')
  // All summaries wait for this lock.
  await client.query('begin; lock table finding')
  const waiting = async () => {
    // Otherwise a transaction sees the same activity each time.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  const gone = new AbortController()
  const headers = { Authorization: `Bearer ${user.token}` }
  const summaries = Array.from({ length: 20 }, (_, index) =>
    testApp.app.request(`/api/findings/summary?due_before=${2030 + index}-01-01`, {
      headers,
      signal: gone.signal,
    }),
  )
  await expect.poll(waiting).toBe(6)
  gone.abort()
  await expect.poll(waiting).toBe(0)
  for (const answer of await Promise.all(summaries)) expect(answer.status).toBe(400)
  await client.query('rollback')
  expect((await user.get('/api/findings/summary')).status).toBe(200)
})

function isFull(db: Database, asker: ReadingUser): boolean {
  try {
    db.readFor(asker, undefined)
    return false
  } catch {
    return true
  }
}
