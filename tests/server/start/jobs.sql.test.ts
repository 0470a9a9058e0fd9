import { sql, type Transaction } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { openJobs } from '#server/core/jobs/open-jobs.ts'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file')

/** The subjects of the jobs that have begun, in this order. */
let begun: string[]
/** The levels and messages of the log. */
let logged: string[]
let opened: Jobs[]
/** Ends the jobs that do not end by themselves. */
let end: PromiseWithResolvers<void>
beforeEach(() => {
  begun = []
  logged = []
  opened = []
  runs = []
  end = Promise.withResolvers()
})
afterEach(async () => {
  end.resolve()
  for (const { resolve } of runs) resolve()
  for (const jobs of opened) await jobs.close()
  const { write } = testApp.services.db
  if (isPostgres(write)) await sql`delete from graphile_worker._private_jobs`.execute(write)
  else await write.deleteFrom('job').execute()
})

function kindOf(name: string, run: () => Promise<void>, maxAttempts = 3): JobKind<string> {
  return {
    name,
    payload: z.string(),
    subject: (payload) => payload,
    maxAttempts,
    atOnce: 1,
    run(_, payload) {
      begun.push(payload)
      return run()
    },
  }
}

const easy = kindOf('easy', async () => {})
const failing = kindOf('failing', () => Promise.reject(new Error('no luck')), 2)
/** The first time, the bucket is away. It may begin only once. */
const unlucky = kindOf(
  'unlucky',
  async () => {
    if (begun.filter((subject) => subject === 'unlucky').length === 1) throw new ApiError('store_unavailable')
  },
  1,
)
const endless = kindOf('endless', () => end.promise, 2)
/** Each run ends when the test says so. */
let runs: PromiseWithResolvers<void>[]
const queued: JobKind<string> = {
  ...kindOf('queued', () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }),
  queue: () => 'one after the other',
}

/** The jobs as a process has them, of all processes of one database. */
async function openAnother(isStarted = true, db = testApp.services.db): Promise<Jobs> {
  const { config } = testApp.services
  const log = pino(
    { level: 'info' },
    {
      write(line) {
        const { level, msg } = JSON.parse(line) as { level: number; msg: string }
        logged.push(`${pino.levels.labels[level]}: ${msg}`)
      },
    },
  )
  const jobs = await openJobs(config, db, [easy, failing, unlucky, endless, queued], log)
  opened.push(jobs)
  if (isStarted) jobs.start({ ...testApp.services, log })
  return jobs
}

function add(jobs: Jobs, kind: JobKind<string>, subject: string): Promise<void> {
  return testApp.services.transactions.run((transaction) => jobs.add(transaction, kind, subject))
}

/** Runs one more job, so that jobs have begun that could begin. */
async function runOneMore(jobs: Jobs): Promise<void> {
  const subject = `after ${begun.length}`
  await add(jobs, easy, subject)
  await expect.poll(() => begun).toContain(subject)
  await expect.poll(() => jobs.count()).toMatchObject({ waiting: 0 })
}

/** Ends the pauses between two attempts. */
async function makeDue(): Promise<void> {
  const { write } = testApp.services.db
  if (!isPostgres(write)) await write.updateTable('job').set({ run_at: Date.now() }).execute()
  else
    await sql`select graphile_worker.reschedule_jobs(array(select id::bigint from graphile_worker.jobs), now())`.execute(
      write,
    )
}

/** Makes what runs look as if its process had ended. */
async function forgetProcesses(): Promise<void> {
  const { write } = testApp.services.db
  if (!isPostgres(write)) return
  await sql`select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs))`.execute(
    write,
  )
}

it('runs a job after the commit of its transaction', async () => {
  const jobs = await openAnother()
  await testApp.services.transactions.run(async (transaction) => {
    await jobs.add(transaction, easy, 'one')
    await transaction.selectFrom('company').select('id').execute()
    expect(begun).toEqual([])
  })
  await expect.poll(() => begun).toEqual(['one'])
  await expect.poll(() => jobs.count()).toEqual({ waiting: 0, failed: 0 })
})

it('never runs a job whose transaction rolls back', async () => {
  const jobs = await openAnother()
  const adding = testApp.services.transactions.run(async (transaction) => {
    await jobs.add(transaction, easy, 'undone')
    throw new Error('on second thought')
  })
  await expect(adding).rejects.toThrow('on second thought')
  await runOneMore(jobs)
  expect(begun).toEqual(['after 0'])
})

it('keeps jobs until they are started, and runs what was added twice once', async () => {
  const jobs = await openAnother(false)
  await add(jobs, easy, 'same')
  await add(jobs, easy, 'same')
  await add(jobs, easy, 'other')
  expect(await jobs.count()).toEqual({ waiting: 2, failed: 0 })
  await runOneMore(await openAnother())
  expect(begun.toSorted()).toEqual(['after 0', 'other', 'same'])
})

it('runs a job once more that is added again while it runs', async () => {
  const jobs = await openAnother()
  await add(jobs, endless, 'long')
  await expect.poll(() => begun).toEqual(['long'])
  await add(jobs, endless, 'long')
  end.resolve()
  await expect.poll(() => begun).toEqual(['long', 'long'])
})

it('tries a job again after a pause, then gives it up, logs it, and forgets it after a month', async () => {
  const jobs = await openAnother()
  await add(jobs, failing, 'bad')
  await expect.poll(() => jobs.count()).toEqual({ waiting: 1, failed: 0 })
  await expect.poll(() => logged).toEqual(['warn: a job failed and will be retried'])
  await add(jobs, easy, 'during the pause')
  await expect.poll(() => begun).toEqual(['bad', 'during the pause'])
  await expect.poll(() => jobs.count()).toEqual({ waiting: 1, failed: 0 })

  await makeDue()
  await add(jobs, easy, 'then')
  await expect.poll(() => jobs.count()).toEqual({ waiting: 0, failed: 1 })
  expect(logged).toEqual(['warn: a job failed and will be retried', 'error: a job failed for the last time'])
  await makeDue()
  await runOneMore(jobs)
  expect(begun.filter((subject) => subject === 'bad')).toHaveLength(2)

  await jobs.deleteOldFailed()
  expect(await jobs.count()).toEqual({ waiting: 0, failed: 1 })
  await jobs.deleteOldFailed(Date.now() + 31 * 24 * 60 * 60 * 1000)
  expect(await jobs.count()).toEqual({ waiting: 0, failed: 0 })
})

it('waits seconds for what is away, and does not count the attempt', async () => {
  const jobs = await openAnother()
  await add(jobs, unlucky, 'unlucky')
  await expect.poll(() => begun).toEqual(['unlucky', 'unlucky'])
  await expect.poll(() => jobs.count()).toEqual({ waiting: 0, failed: 0 })
  expect(logged).toEqual(['info: a job waits for an outage to end'])
})

it('begins a job again whose process has ended, but not for ever', async () => {
  for (const attempts of [1, 2]) {
    const jobs = await openAnother()
    if (attempts === 1) await add(jobs, endless, 'deadly')
    await expect.poll(() => begun).toHaveLength(attempts)
    await forgetProcesses()
    await makeDue()
  }
  const next = await openAnother()
  await runOneMore(next)
  expect(begun).toEqual(['deadly', 'deadly', 'after 2'])
  expect(await next.count()).toEqual({ waiting: 0, failed: 1 })
})

it('leaves a job to the process that has taken it over, so that its queue goes on', async ({ skip }) => {
  skip(!isPostgres(testApp.services.db.write), 'SQLite has one process')
  await add(await openAnother(), queued, 'one')
  await expect.poll(() => begun).toEqual(['one'])
  await forgetProcesses()
  const jobs = await openAnother()
  await expect.poll(() => begun).toEqual(['one', 'one'])
  for (const run of runs) {
    run.resolve()
    await runOneMore(jobs)
  }
  await add(jobs, queued, 'two')
  await expect.poll(() => begun).toContain('two')
})

it('takes a job again whose taking could not be stored, and its queue goes on', async ({ skip }) => {
  const { db } = testApp.services
  skip(isPostgres(db.write), 'graphile-worker takes the jobs of PostgreSQL')
  let failures = 0
  const write = Object.create(db.write) as typeof db.write
  Object.defineProperty(write, 'transaction', {
    value: () => ({
      execute: (work: (transaction: Transaction<Schema>) => Promise<unknown>) =>
        db.write.transaction().execute(async (transaction) => {
          const job = await work(transaction)
          if (job === undefined || failures > 0) return job
          failures += 1
          throw new Error('The disk is full.')
        }),
    }),
  })
  const jobs = await openAnother(true, { ...db, write })
  await add(jobs, queued, 'one')
  await add(jobs, queued, 'two')
  await expect.poll(() => logged).toEqual(['warn: the jobs cannot be read or written'])
  await expect.poll(() => begun).toEqual(['one'])
  runs[0]?.resolve()
  await expect.poll(() => begun).toEqual(['one', 'two'])
})

it('fails a job whose payload the code does not know', async () => {
  const jobs = await openAnother()
  await add(jobs, { ...failing, payload: z.any(), subject: String }, 7 as unknown as string)
  await expect.poll(() => logged).toEqual(['warn: a job failed and will be retried'])
  expect(begun).toEqual([])
})

it('begins no job any more when it closes, and waits for the one that runs', async () => {
  const jobs = await openAnother()
  await add(jobs, endless, 'running')
  await expect.poll(() => begun).toEqual(['running'])
  let isClosed = false
  const closed = jobs.close().then(() => {
    isClosed = true
  })
  await add(jobs, easy, 'late')
  expect(isClosed).toBe(false)
  end.resolve()
  await closed
  expect(begun).toEqual(['running'])
  const next = await openAnother()
  await expect.poll(() => begun).toEqual(['running', 'late'])
  await expect.poll(() => next.count()).toEqual({ waiting: 0, failed: 0 })
})
