import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { readTokenSecret } from '#server/core/access/token-secret.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { createApp } from '#server/start/app.ts'
import { startServer } from '#server/start/start-server.ts'
import { cheapHash } from '../../support/accounts.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { namesBeforeBaseline } from '../../support/names-before-baseline.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { SUPERADMIN } from '../../support/servers/server-process.ts'
import { canInjectFaults, type FaultKind, Faults, triesEveryCall } from './faults.ts'

const BASELINE = '0001-baseline.sql'

let dataDir: string
setUpFolder('test')
beforeEach(async () => {
  dataDir = join(dir, 'data')
})

/** Starts a server with `faults`. @returns the exit code, or null if the process was killed */
async function start(folder: string, faults: Faults): Promise<number | null> {
  const args = [join(ROOT, 'tests/server/faults/start.ts'), folder]
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: nodeEnvironment(faults.env) })
  const [code] = await once(child, 'exit')
  return code
}

/** Starts on the folder without faults, and expects a complete data folder and a working sign-in. */
async function expectCompleteAfterStart(folder: string): Promise<void> {
  const config = readConfig({
    DATA_DIR: folder,
    SUPERADMIN_EMAIL: SUPERADMIN.email,
    SUPERADMIN_PASSWORD: SUPERADMIN.password,
  })
  const { services, close } = await startServer(config, pino({ level: 'silent' }))
  const answer = await createApp(services).request('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(SUPERADMIN),
  })
  await close()
  expect(answer.status).toBe(200)
  const names = [
    'derivatives',
    'files',
    'incoming',
    'installation',
    'kanat.db',
    'partial',
    'server.lock',
    'token-secret',
  ]
  expect((await readdir(folder)).sort()).toEqual(names)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])

  const database = new SQLite(join(folder, 'kanat.db'))
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  expect(database.prepare('select email, role from user').all()).toEqual([
    { email: SUPERADMIN.email, role: 'superadmin' },
  ])
  const migrations = await readdir(join(ROOT, 'server/infrastructure/database/migrations/sqlite'))
  expect(database.prepare('select name from migration order by name').pluck().all()).toEqual(
    migrations.sort(),
  )
  database.close()
}

/** Makes a data folder with the database of the last version before 1.0.0. */
async function makeOldFolder(): Promise<void> {
  await mkdir(dataDir)
  const sql = await readFile(join(ROOT, 'server/infrastructure/database/migrations/sqlite', BASELINE), 'utf8')
  const database = new SQLite(join(dataDir, 'kanat.db'))
  database.pragma('journal_mode = WAL')
  database.exec(sql)
  database.exec('create table migration (name text primary key, ran_at text not null) strict, without rowid')
  for (const name of namesBeforeBaseline())
    database.prepare('insert into migration values (?, ?)').run(name, '2026-01-01T00:00:00.000Z')
  database
    .prepare(
      `insert into user (first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
       values ('Super', 'Admin', ?, ?, 'superadmin', 999, ?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
    .run(SUPERADMIN.email, SUPERADMIN.email, await cheapHash(SUPERADMIN.password))
  database.close()
}

describe.skipIf(!canInjectFaults)(
  'a killed start (skipped without a C compiler on Linux)',
  triesEveryCall ? { timeout: 900_000 } : {},
  () => {
    const folders: [string, () => Promise<void>][] = [
      ['an empty folder', async () => {}],
      ['a database of the last version before 1.0.0', makeOldFolder],
    ]
    const kills: [string, action: 'copyBefore' | 'copyHalfway', kinds?: FaultKind[], fewest?: number][] = [
      ['before any system call', 'copyBefore'],
      // A write can happen in part; all other calls happen completely or not at all.
      ['in the middle of any write', 'copyHalfway', ['write'], 40],
      ['just after it made a file or folder', 'copyHalfway', ['allocate', 'rename'], 10],
    ]
    describe.each(kills)('%s', (_, action, kinds, fewest = 100) => {
      it.each(folders)('does not prevent the next start, from %s', async (_, prepare) => {
        await prepare()
        await using faults = await Faults.prepare(dataDir)
        faults.arm({ action, ...(kinds && { kinds }) })
        expect(await start(dataDir, faults)).toBe(0)

        const { all, chosen } = await faults.listCopies()
        expect(all.length).toBeGreaterThan(fewest)
        expect(chosen.length).toBeGreaterThan(fewest / 4)
        for (const copy of chosen) await expectCompleteAfterStart(copy)
      })
    })

    it('leaves what a copy has: a start after a real kill', async () => {
      await using faults = await Faults.prepare(dataDir)
      faults.arm({ action: 'killHalfway', kinds: ['rename'] })
      expect(await start(dataDir, faults)).toBe(null)
      await expectCompleteAfterStart(dataDir)
    })
  },
)

describe('the token secret', () => {
  it.each(['', '0', 'ab'.repeat(20), 'f'.repeat(63)])(
    'is made again if a killed start has left an unfinished one: %j',
    async (left) => {
      const incoming = await Incoming.open(dataDir)
      const path = join(dataDir, 'token-secret')
      await writeFile(path, left)
      const secret = await readTokenSecret(dataDir, incoming)
      expect(secret).toMatch(/^[0-9a-f]{64}$/)
      expect(await readFile(path, 'utf8')).toBe(secret)
      expect(await readTokenSecret(dataDir, incoming)).toBe(secret)
      expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
    },
  )

  it.each(['\n', 'a sentence', 'F'.repeat(64), 'f'.repeat(65), `${'f'.repeat(64)}\n`, '\0'.repeat(64)])(
    'is not replaced if the file has other content: %j',
    async (found) => {
      const incoming = await Incoming.open(dataDir)
      const path = join(dataDir, 'token-secret')
      await writeFile(path, found)
      await expect(readTokenSecret(dataDir, incoming)).rejects.toThrow(
        `${path} has no token secret. Remove it; all users must then sign in again.`,
      )
      expect(await readFile(path, 'utf8')).toBe(found)
    },
  )

  it('is the same for all calls that make it at the same time', async () => {
    const incoming = await Incoming.open(dataDir)
    const secrets = await Promise.all(Array.from({ length: 20 }, () => readTokenSecret(dataDir, incoming)))
    expect(new Set(secrets).size).toBe(1)
  })
})
