import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import SQLite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import {
  addTurbine,
  ServerProcess,
  SUPERADMIN,
  signInAtProcess,
} from '../../support/servers/server-process.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

setUpFolder('test')

/** Reads `kanat.db` without its WAL. */
async function readWithoutWal<T>(work: (database: SQLite.Database) => T): Promise<T> {
  const copy = join(dir, 'copy')
  await mkdir(copy)
  await copyFile(join(dir, 'kanat.db'), join(copy, 'kanat.db'))
  const database = new SQLite(join(copy, 'kanat.db'))
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return work(database)
  } finally {
    database.close()
  }
}

const countTurbines = (database: SQLite.Database) =>
  database.prepare('select count(*) from turbine').pluck().get()

it.each([
  ...LEVELS.map((level) => ['SIGTERM', level] as const),
  ['SIGINT', 'error'] as const,
  ['SIGINT', 'info'] as const,
])('%s writes everything back into kanat.db with LOG_LEVEL=%s', async (signal, level) => {
  await using server = await ServerProcess.startQuietly(dir, { LOG_LEVEL: level })
  const headers = await signInAtProcess(server.origin)
  await addTurbine(server.origin, headers)
  expect(await server.end(signal)).toBe(0)
  expect(await readWithoutWal(countTurbines)).toBe(1)
  expect(existsSync(join(dir, 'kanat.db-wal'))).toBe(false)
})

it('stops after the start if a signal comes during the start', async () => {
  const { child, ended } = startServer('ignore')
  await expect.poll(() => existsSync(join(dir, 'server.lock')), { interval: 1 }).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const users = (database: SQLite.Database) => database.prepare('select email from user').pluck().all()
  expect(await readWithoutWal(users)).toEqual([SUPERADMIN.email])
})

describe('the WAL is written back to the database', () => {
  const expectCompleteDatabase = async ({ child, ended }: ReturnType<typeof startServer>) => {
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const users = (database: SQLite.Database) => database.prepare('select count(*) from user').pluck().get()
    expect(await readWithoutWal(users)).toBe(1)
    expect(existsSync(join(dir, 'kanat.db-wal'))).toBe(false)
  }

  it('if the output is closed', async () => {
    const server = startServer('pipe')
    await portOf(server.child)
    server.child.stdout?.destroy()
    await expectCompleteDatabase(server)
  })

  it('if the output is not read', async () => {
    const server = startServer('pipe', { LOG_LEVEL: 'trace' })
    const port = await portOf(server.child)
    server.child.stdout?.pause()
    // 2,000 lines are more than the pipe takes.
    for (let n = 0; n < 100; n += 1) {
      const asked = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/api/health`))
      for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
    }
    await expectCompleteDatabase(server)
  })

  it.skipIf(!existsSync('/dev/full'))('if the disk of the log is full', async () => {
    const server = startServer(openSync('/dev/full', 'w'))
    await expect.poll(() => existsSync(join(dir, 'token-secret'))).toBe(true)
    await expectCompleteDatabase(server)
  })
})

/** Starts the server with the given output. */
function startServer(stdout: 'pipe' | 'ignore' | number, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', stdout, 'inherit'],
    env: nodeEnvironment({
      DATA_DIR: dir,
      PORT: '0',
      MIN_FREE_MB: '0',
      SUPERADMIN_EMAIL: SUPERADMIN.email,
      SUPERADMIN_PASSWORD: SUPERADMIN.password,
      ...env,
    }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('This server has no output to read.')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port !== undefined) return port
  }
  throw new Error('The server did not start.')
}
