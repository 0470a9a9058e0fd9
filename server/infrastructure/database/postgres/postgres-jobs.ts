/** The jobs of PostgreSQL, in the schema of graphile-worker. Its functions and the view `jobs` are public, the tables with `_` are not. */
import { type Client, Pool } from 'pg'
import type { WaitingJob } from '#server/infrastructure/database/moved-rows.ts'
import { connectionTo } from './postgres-connection.ts'
import { MIGRATING, SERVING } from './postgres-limits.ts'

/** @param connections one for each kind of jobs, which listens, and one more for all other statements */
export function jobsPool(url: string, connections: number, limits = SERVING): Pool {
  // graphile-worker expects the usual types of `pg`, such as ids as texts.
  const { types: _, ...options } = connectionTo(url, limits)
  const pool = new Pool({ ...options, max: connections })
  // Without listeners, the process would end when a connection breaks.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

/** Makes or updates the schema `graphile_worker`. The caller has the lock of the migrations. */
export async function migrateJobs(url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const pool = jobsPool(url, 1, MIGRATING)
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** The jobs that still have to run, in the order of their keys. */
export async function readWaitingJobs(client: Client): Promise<WaitingJob[]> {
  // The view has no payloads.
  const { rows } = await client.query<WaitingJob>(
    `select identifier as kind, key, payload::text as payload, queue_name as queue, priority, max_attempts as "maxAttempts"
     from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
     left join graphile_worker._private_job_queues as queue on queue.id = job_queue_id
     where attempts < max_attempts order by key collate "C"`,
  )
  return rows
}

/** Replaces all jobs of a database that no server uses. */
export async function replaceJobs(client: Client, jobs: readonly WaitingJob[]): Promise<void> {
  await client.query(
    'select graphile_worker.complete_jobs(array(select id::bigint from graphile_worker.jobs))',
  )
  for (const { kind, key, payload, queue, priority, maxAttempts } of jobs) {
    await client.query(
      'select graphile_worker.add_job($1, $2::json, queue_name => $3::text, priority => $4::integer, job_key => $5, max_attempts => $6::integer)',
      [kind, payload, queue, priority, key, maxAttempts],
    )
  }
}
