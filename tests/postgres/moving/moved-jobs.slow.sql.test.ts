import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { tilesOf } from '#server/features/photos/photo-files.ts'
import type { WaitingJob } from '#server/infrastructure/database/moving/moved-rows.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import { makeInstallation, openRows, runMove } from './moved-installation.ts'

async function jobsOf(env: Record<string, string>): Promise<WaitingJob[]> {
  const rows = await openRows(env)
  const jobs = await rows.waitingJobs()
  await rows.close()
  return jobs
}

it('moves the jobs that wait, and not those that were given up', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await TestDatabase.makeWithoutTables())
  const { dir, keys } = await makeInstallation()
  stack.defer(() => rm(dir, { recursive: true }))
  const connection = new SQLite(join(dir, 'kanat.db'))
  const insert = connection.prepare(
    'insert into job (key, kind, payload, queue, priority, attempts, max_attempts, run_at) values (?, ?, ?, ?, ?, ?, 4, 0)',
  )
  connection.exec('delete from job')
  insert.run('make-tiles 1', 'make-tiles', '{"photoId":1}', null, 0, 1)
  insert.run('make-tiles 2', 'make-tiles', '{"photoId":2}', null, 0, 4)
  insert.run('make-tiles 3', 'make-tiles', '{"photoId":3}', 'tiles of 3', 5, 0)
  connection.close()
  const kind = { kind: 'make-tiles', maxAttempts: 4 }
  const waiting = [
    { ...kind, key: 'make-tiles 1', payload: '{"photoId":1}', queue: null, priority: 0 },
    { ...kind, key: 'make-tiles 3', payload: '{"photoId":3}', queue: 'tiles of 3', priority: 5 },
  ]

  await runMove({ DATA_DIR: dir }, { database: database.url })
  const onPostgres = { DATA_DIR: dir, DATABASE_URL: database.url }
  expect(await jobsOf(onPostgres)).toEqual(waiting)
  await using testApp = await TestApp.open(onPostgres, 'disk')
  const { jobs, store } = testApp.services
  await expect.poll(() => store.size(tilesOf(keys[0] ?? ''))).toBeGreaterThan(0)
  await expect.poll(() => jobs.count()).toEqual({ waiting: 0, failed: 0 })
})
