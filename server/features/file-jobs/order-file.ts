import type { FileJob } from '#domain/inspections/file-job.ts'
import type { Turbine } from '#domain/turbine.ts'
import { originOf } from '#server/core/audit/audit-log.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import type { Services } from '#server/features/open-features.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { answerFileJob } from './answer-file-job.ts'
import type { FileJobKind } from './file-job-kind.ts'
import {
  countUnfinished,
  type FileJobSubject,
  findUnfinishedJob,
  getFileJob,
  insertFileJob,
} from './file-job-queries.ts'
import { queuedJobOf } from './run-file-job.ts'

type Records = SignedIn & { turbine: Turbine }

interface Order {
  prepare?: () => Promise<unknown>
  /** @throws ApiError if there is nothing to make the file of */
  findSubject(transaction: Writer, records: Records): Promise<FileJobSubject>
  /** Called before a new job is added. @throws ApiError to refuse it */
  admit(transaction: Writer, subject: FileJobSubject, records: Records): Promise<void>
}

/**
 * Starts the job of a file, or returns the unfinished job of the same file.
 *
 * @throws ApiError those of `order`; `too_many_requests`, `turbine_not_found` if the turbine was deleted meanwhile
 */
export async function orderFile<Job extends FileJob>(
  c: ApiContext<Records, Services>,
  kind: FileJobKind<Job>,
  { prepare, findSubject, admit }: Order,
): Promise<Job> {
  const row = await makeOncePerKey(c, {
    ...(prepare && { prepare }),
    async make(transaction, records) {
      const { caller, turbine } = records
      const subject = await findSubject(transaction, records)
      const known = await findUnfinishedJob(transaction, kind, subject)
      if (known !== undefined) return known
      await admit(transaction, subject, records)
      const { ofUser, ofCompany } = await countUnfinished(transaction, kind, caller.id, turbine.company_id)
      if (ofUser >= kind.orderedMax) throw tooManyRequests(kind.retrySeconds, kind.waitReason)
      return addFileJob(transaction, c, kind, records, subject, Math.max(ofUser, ofCompany))
    },
    read: (transaction, { turbine }, jobId) => getFileJob(transaction, kind, turbine.id, jobId),
  })
  return answerFileJob(c, kind, row)
}

/** Adds the job of a file, without the limit of the user. @param ahead the number of unfinished jobs of its user, or company */
export async function addFileJob(
  transaction: Writer,
  c: ApiContext,
  kind: FileJobKind,
  { caller, turbine }: Records,
  subject: FileJobSubject,
  ahead: number,
): Promise<number> {
  const jobId = await insertFileJob(transaction, kind, subject, { userId: caller.id, ...originOf(c) })
  const payload = { jobId, companyId: turbine.company_id, ahead }
  await c.var.services.jobs.add(transaction, queuedJobOf(kind), payload)
  return jobId
}
