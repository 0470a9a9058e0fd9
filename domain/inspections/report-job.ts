import * as z from 'zod'
import { FILE_JOB_FAILURES, FileJob } from '#domain/file-job.ts'
import { LANGUAGES } from '#domain/text/language.ts'

/** Why a report could not be made. `report_limit_exceeded` means that drawing it took too long or too much memory. */
export const REPORT_FAILURES = [
  'forbidden',
  'too_many_findings',
  'report_limit_exceeded',
  ...FILE_JOB_FAILURES,
] as const
export const ReportFailure = z.enum(REPORT_FAILURES)
export type ReportFailure = z.infer<typeof ReportFailure>

/** The job of an inspection report. Its progress is the part of the findings that is drawn. */
export const ReportJob = FileJob.extend({
  /** Null until the report is stored, and after it was deleted. */
  report_id: z.int().positive().nullable(),
  language: z.enum(LANGUAGES),
  /** The published version that the report is about; null for a draft. */
  inspection_version: z.int().positive().nullable(),
  /** Why it has failed; null in the other states. */
  error: ReportFailure.nullable(),
})
export type ReportJob = z.infer<typeof ReportJob>
