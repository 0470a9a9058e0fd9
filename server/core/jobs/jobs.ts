import type { Services } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import type { JobKind } from './job-kind.ts'

declare module '#server/core/env.ts' {
  interface Services {
    jobs: Jobs
  }
}

/** The number of jobs, without those that run. */
export interface JobCounts {
  /** Jobs that will run, now or after a pause. */
  waiting: number
  /** Jobs that are not tried any more. */
  failed: number
}

/** Work that goes on after the answer to a request. */
export interface Jobs {
  /** Adds a job that runs after the commit. If the transaction rolls back, it never runs. */
  add<Payload>(transaction: Writer, kind: JobKind<Payload>, payload: Payload): Promise<void>
  /** Begins to run jobs. Commands that only add some do not call it. */
  start(services: Services): void
  count(): Promise<JobCounts>
  /** Deletes jobs that failed long ago. */
  deleteOldFailed(now?: number): Promise<void>
  /** Begins no more jobs, and resolves when none runs here any more. Jobs that have not run stay for the next start. */
  close(): Promise<void>
}

/** How long failed jobs stay, in milliseconds: long enough that the operator notices them. */
export const FAILED_KEPT_MS = 30 * 24 * 60 * 60 * 1000
