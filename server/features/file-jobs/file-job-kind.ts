import type * as z from 'zod'
import type { FileJob } from '#domain/inspections/file-job.ts'
import type { Action, Caller, OpenAction } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Services } from '#server/features/open-features.ts'
import type { Reason, WaitReason } from '#server/infrastructure/errors.ts'
import type { BegunFileJob, FileJobFailure, FileJobRow, StoredKind } from './file-job-queries.ts'
import type { RunningFileJob } from './running-file-jobs.ts'

type SignedInAction = Exclude<Action, OpenAction>

/** What differs between the kinds of files that are made in the background and downloaded later. */
export interface FileJobKind<Job extends FileJob = FileJob> extends StoredKind {
  /** Of the job in the queue. */
  jobName: string
  /** The job in the API. */
  schema: z.ZodType<Job>
  /** The fields of the kind in the API. */
  fieldsOf(row: FileJobRow, caller: Caller): object
  /** The reasons of a failure. */
  failures: readonly FileJobFailure[]
  /** The sentence of a failure, if the general one of its code has no next step, or addresses the reader instead of the requester. */
  reasonOf(failure: FileJobFailure, file: string | null): Reason | undefined
  actions: { read: SignedInAction; cancel: SignedInAction }
  /** For the documentation of the API. */
  summaries: { list: string; get: string; cancel: string }
  /** May the caller cancel an unfinished job? By default, `actions.cancel` is enough. */
  mayCancel?(caller: Caller, row: FileJobRow, turbine: Turbine): boolean
  /** Maximum unfinished jobs of a user, and `Retry-After` for one with too many, in seconds. */
  orderedMax: number
  retrySeconds: number
  waitReason: WaitReason
  /**
   * Makes the file, and ends the job in the transaction that stores it.
   *
   * @throws ApiError with a code of `failures`; LimitExceeded; NotYetError to wait for other jobs
   */
  make(services: Services, job: BegunFileJob, running: RunningFileJob): Promise<void>
}
