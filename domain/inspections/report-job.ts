import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { LANGUAGES } from '#domain/text/language.ts'

/** The states of a report job. The first two are unfinished, the others final. */
const REPORT_JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const ReportJobState = z.enum(REPORT_JOB_STATES)
export type ReportJobState = z.infer<typeof ReportJobState>

/** The states of an unfinished report. */
export const UNFINISHED_STATES = ['queued', 'running'] as const satisfies ReportJobState[]

/** Why a report failed. `report_limit_exceeded` means too much time or memory for drawing. */
export const REPORT_FAILURES = [
  'forbidden',
  'too_many_findings',
  'report_limit_exceeded',
  'storage_full',
  'storage_read_only',
  'store_unavailable',
  'internal_error',
] as const
export const ReportFailure = z.enum(REPORT_FAILURES)
export type ReportFailure = z.infer<typeof ReportFailure>

/** A report job as the API answers it. */
export const ReportJob = z.object({
  id: z.int().positive(),
  state: ReportJobState,
  /** The fraction of drawn findings, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Null until the report is stored, and after its deletion. */
  report_id: z.int().positive().nullable(),
  year: z.int(),
  language: z.enum(LANGUAGES),
  /** The published version of the report; null for a draft. */
  inspection_version: z.int().positive().nullable(),
  /** The reason of the failure; null in other states. */
  error: ReportFailure.nullable(),
  /** The sentence for `error`, in the language of the request. */
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type ReportJob = z.infer<typeof ReportJob>

/** The path of a report job. */
export const ReportJobParam = z.object({ id: Id, jobId: Id })

export function isUnfinished({ state }: Pick<ReportJob, 'state'>): boolean {
  return (UNFINISHED_STATES as readonly ReportJobState[]).includes(state)
}
