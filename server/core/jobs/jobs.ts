import type { Writer } from '#server/infrastructure/database/database.ts'
import type { JobKind, JobServices } from './job-kind.ts'

/** The number of jobs, without running ones. */
export interface JobCounts {
  /** Jobs that are due now or after a pause. */
  waiting: number
  /** Jobs without further attempts. */
  failed: number
}

/** Background work after the answer to a request. */
export interface Jobs {
  /** Adds a job that runs after the commit. A rollback drops it. */
  add<Payload>(transaction: Writer, kind: JobKind<Payload>, payload: Payload): Promise<void>
  /** Starts to run jobs. Commands that only add some do not call it. @param services with those that the kinds need */
  start(services: JobServices): void
  count(): Promise<JobCounts>
  /** Deletes jobs that failed long ago. */
  deleteOldFailed(now?: number): Promise<void>
  /** Starts no more jobs, and resolves when none runs here. Remaining jobs stay for the next start. */
  close(): Promise<void>
}

/** Retention of failed jobs, in milliseconds: long enough that the operator notices them. */
export const FAILED_KEPT_MS = 30 * 24 * 60 * 60 * 1000
