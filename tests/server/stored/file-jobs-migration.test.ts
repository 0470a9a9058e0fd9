import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate } from '#server/infrastructure/database/sqlite/migrate.ts'
import { namesBeforeBaseline } from '../../support/names-before-baseline.ts'
import { baselineWithJobs, EXPECTED, FILE_JOBS, NEXT_ID, NEXT_JOB, WAITING } from './before-file-jobs.ts'

it('keeps the jobs of reports and dossiers, with new ids for those of dossiers', () => {
  const connection = new SQLite(':memory:')
  connection.pragma('foreign_keys = on')
  connection.exec(baselineWithJobs('sqlite'))
  connection.exec(
    'create table migration (name text primary key, ran_at text not null) strict, without rowid',
  )
  for (const name of namesBeforeBaseline())
    connection.prepare('insert into migration values (?, ?)').run(name, '2026-11-20')
  connection
    .prepare(
      `insert into job (key, kind, payload, priority, attempts, max_attempts, run_at) values (?, ?, ?, 0, 0, 25, 0)`,
    )
    .run(WAITING.key, WAITING.kind, WAITING.payload)
  migrate(connection)
  expect(connection.prepare(FILE_JOBS).pluck().all()).toEqual(EXPECTED)
  const payload = connection.prepare('select payload from job').pluck().get() as string
  expect(JSON.parse(payload)).toEqual({ jobId: 5, companyId: 999, ahead: 0 })
  expect(connection.prepare(NEXT_JOB).pluck().get()).toBe(NEXT_ID)
  expect(connection.pragma('foreign_key_check')).toEqual([])
})
