import type * as z from 'zod'
import type { FileJob } from '#domain/file-job.ts'
import type { Action, OpenAction, Viewer } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Services } from '#server/core/env.ts'
import type { Reason, WaitReason } from '#server/infrastructure/errors.ts'
import type { BegunFileJob, FileJobFailure, FileJobRow, StoredKind } from './file-job-queries.ts'
import type { RunningFileJob } from './running-file-jobs.ts'

type SignedInAction = Exclude<Action, OpenAction>

/** A kind of file that is made in the background, and fetched later: all that differs between them. */
export interface FileJobKind<Job extends FileJob = FileJob> extends StoredKind {
  /** Of the job in the queue. */
  jobName: string
  /** The job in the API. */
  schema: z.ZodType<Job>
  /** The fields of the kind in the API. */
  fieldsOf(row: FileJobRow, viewer: Viewer): object
  /** Why it can fail. */
  failures: readonly FileJobFailure[]
  /** The sentence of a failure, if that of its code tells no next step, or is about the reader instead of the requester. */
  reasonOf(failure: FileJobFailure, file: string | null): Reason | undefined
  /** `make` is what the requester must be permitted when the file is made, too. */
  actions: { make: SignedInAction; read: SignedInAction; cancel: SignedInAction }
  /** For the documentation of the API. */
  summaries: { list: string; get: string; cancel: string }
  /** Who may cancel an unfinished job. Everyone who is permitted `actions.cancel`, if it is left out. */
  mayCancel?(viewer: Viewer, row: FileJobRow, turbine: Turbine): boolean
  /** How many unfinished ones a user may have, and how long one who has too many is asked to wait, in seconds. */
  orderedMax: number
  retrySeconds: number
  waitReason: WaitReason
  /**
   * Makes the file and ends the job in the transaction that stores it.
   *
   * @throws ApiError with a code of `failures`; LimitExceeded; NotYetError to wait for other jobs
   */
  make(services: Services, job: BegunFileJob, running: RunningFileJob): Promise<void>
}
