/** A server that is told to stop while PostgreSQL does not answer. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { WRITER_LOCK } from '#server/infrastructure/database/postgres/advisory-locks.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { client, database, setUpDatabase, stack } from '../database-setup.ts'

setUpDatabase()

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
  stack.defer(() => rm(dir, { recursive: true }))
})

async function backends(condition = 'true'): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name like 'kanat %' and ${condition}`,
  )
  return rows.map(({ pid }) => pid)
}

it('ends although PostgreSQL stands still', async () => {
  const server = stack.use(
    await ServerProcess.start(dir, { DATABASE_URL: database.url, SHUTDOWN_SECONDS: '1' }),
  )
  // The answer needs a connection, which stays open for some seconds.
  await fetch(`${server.origin}/api/health`)
  const pids = await backends()
  expect(pids.length).toBeGreaterThan(0)
  stack.defer(() => signal(pids, 'SIGCONT'))
  signal(pids, 'SIGSTOP')
  const code = await server.end('SIGTERM')
  expect(code, server.output).toBe(0)
  expect(server.output).toContain('the database could not be closed')
})

it('ends although PostgreSQL stands still while jobs begin to listen', async () => {
  const router = await routerThatSwallows('LISTEN "jobs:insert"')
  const server = stack.use(
    await ServerProcess.start(dir, { DATABASE_URL: router.url, SHUTDOWN_SECONDS: '10' }),
  )
  await router.hasSwallowed
  const code = await server.end('SIGTERM')
  expect(code, server.output).toBe(0)
})

it('ends although its start waits for another server', async () => {
  await client.query(`select pg_advisory_lock(${WRITER_LOCK})`)
  const child = start()
  await expect.poll(() => backends(`wait_event = 'advisory'`)).toHaveLength(1)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([1, null])
})

/** A way to the database on which a connection goes dead, without a word, when the server sends `statement` on it. */
async function routerThatSwallows(
  statement: string,
): Promise<{ url: string; hasSwallowed: Promise<unknown> }> {
  const address = new URL(database.url)
  const router = createServer((near) => {
    const far = connect(`${decodeURIComponent(address.host)}/.s.PGSQL.5432`)
    let isDead = false
    near.on('data', (bytes) => {
      isDead ||= bytes.includes(statement)
      if (isDead) router.emit('swallowed')
      else far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    near.on('close', () => far.destroy()).on('error', () => {})
    far.on('close', () => near.destroy()).on('error', () => {})
  }).listen(0, '127.0.0.1')
  stack.defer(() => void router.close())
  await once(router, 'listening')
  const { port } = router.address() as AddressInfo
  return {
    url: `postgres://${address.username}@127.0.0.1:${port}${address.pathname}`,
    hasSwallowed: once(router, 'swallowed'),
  }
}

/** Sends the signal to those that still run: a connection of the start may have ended meanwhile. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function start(): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    stdio: 'ignore',
    env: nodeEnvironment({ DATA_DIR: dir, DATABASE_URL: database.url, PORT: '0', SHUTDOWN_SECONDS: '1' }),
  })
  stack.defer(() => void child.kill('SIGKILL'))
  return child
}
