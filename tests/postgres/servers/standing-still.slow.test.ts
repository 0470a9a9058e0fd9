/** A server that is stopped in the middle of a transaction, as a machine that is paused or has no memory left. */
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { COUNTS_LOCK, WRITER_LOCK } from '#server/infrastructure/database/postgres/advisory-locks.ts'
import { ServerProcess, SUPERADMIN } from '../../support/servers/server-process.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { temporaryFolder } from '../../support/test-app.ts'

it.each([
  ['the limits', COUNTS_LOCK],
  ['the rows', WRITER_LOCK],
])('does not keep others from signing in while it changes %s', async (_, lock) => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await TestDatabase.make())
  const start = async () => {
    const dir = await temporaryFolder()
    stack.defer(() => rm(dir, { recursive: true }))
    return stack.use(await ServerProcess.start(dir, { DATABASE_URL: database.url }))
  }
  const stopped = await start()
  const other = await start()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  stack.defer(() => client.end())
  const count = async (condition: string) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'kanat ${stopped.pid}@%' and ${condition}`,
    )
    return rowCount
  }

  await client.query(`select pg_advisory_lock(${lock})`)
  const lost = signIn(stopped).catch(() => 'broken off')
  await expect.poll(() => count(`wait_event_type = 'Lock' and wait_event = 'advisory'`)).toBe(1)
  process.kill(stopped.pid, 'SIGSTOP')
  await client.query(`select pg_advisory_unlock(${lock})`)
  await expect.poll(() => count(`state = 'idle in transaction'`)).toBe(1)
  expect(await signIn(other)).toBe(200)

  process.kill(stopped.pid, 'SIGCONT')
  expect([500, 503]).toContain(await lost)
  expect(await signIn(stopped)).toBe(200)
})

async function signIn({ origin }: ServerProcess): Promise<number> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(SUPERADMIN),
  })
  return answer.status
}
