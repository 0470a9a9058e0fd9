import * as z from 'zod'
import { FILE_JOB_FAILURES, FileJob } from '#domain/inspections/file-job.ts'
import { LANGUAGES } from '#domain/text/language.ts'

/** The pages of a report: all, or the first one alone, which has the state, the worst findings, the changes and the next dates. */
export const REPORT_EXTENTS = ['full', 'board'] as const
export const ReportExtent = z.enum(REPORT_EXTENTS)
export type ReportExtent = z.infer<typeof ReportExtent>

/** Why a report failed. `report_limit_exceeded` means too much time or memory for drawing. */
export const REPORT_FAILURES = [
  'forbidden',
  'too_many_findings',
  'report_limit_exceeded',
  ...FILE_JOB_FAILURES,
] as const
export const ReportFailure = z.enum(REPORT_FAILURES)
export type ReportFailure = z.infer<typeof ReportFailure>

/** A report job as the API answers it. Its progress is the fraction of drawn findings. */
export const ReportJob = FileJob.extend({
  /** Null until the report is stored, and after its deletion. */
  report_id: z.int().positive().nullable(),
  language: z.enum(LANGUAGES),
  extent: ReportExtent,
  /** The published version of the report; null for a draft. */
  inspection_version: z.int().positive().nullable(),
  /** The reason of the failure; null in other states. */
  error: ReportFailure.nullable(),
})
export type ReportJob = z.infer<typeof ReportJob>
