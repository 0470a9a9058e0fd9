import type { Logger } from 'pino'
import type { Database, DatabaseLocation } from '#server/infrastructure/database/database.ts'
import type { JobKind } from './job-kind.ts'
import type { Jobs } from './jobs.ts'
import { JobsInProcess } from './jobs-in-process.ts'

/** On PostgreSQL, all processes share the jobs; SQLite has one process. */
export async function openJobs(
  { databaseUrl }: DatabaseLocation,
  db: Database,
  kinds: readonly JobKind[],
  log: Logger,
): Promise<Jobs> {
  if (databaseUrl === undefined) return new JobsInProcess(db, kinds, log)
  const { JobsInPostgres } = await import('./jobs-in-postgres.ts')
  return new JobsInPostgres(databaseUrl, db.locks, kinds, log)
}
