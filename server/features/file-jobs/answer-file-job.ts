import type { FileJob } from '#domain/inspections/file-job.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { sentence } from '#server/infrastructure/errors.ts'
import type { FileJobKind } from './file-job-kind.ts'
import type { FileJobRow } from './file-job-queries.ts'

/** The job as the API answers it. The process that makes the file knows its progress best. */
export function answerFileJob<Job extends FileJob>(
  c: ApiContext<SignedIn, Services>,
  { schema, fieldsOf, reasonOf }: FileJobKind<Job>,
  row: FileJobRow,
): Job {
  const { id, state, progress, year, error, failed_file, created_at } = row
  const running = state === 'running' ? c.var.services.runningFileJobs.progressOf(id) : undefined
  const code = error === 'report_limit_exceeded' ? 'internal_error' : error
  return schema.parse({
    id,
    state,
    progress: running ?? progress,
    year,
    ...fieldsOf(row, c.var.caller),
    error,
    message: error && code && sentence(c, code, reasonOf(error, failed_file)),
    created_at,
  })
}
