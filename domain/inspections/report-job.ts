import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { LANGUAGES } from '#domain/text/language.ts'

/** How far an ordered inspection report is. The first two are unfinished, the others stay as they are. */
const REPORT_JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const ReportJobState = z.enum(REPORT_JOB_STATES)
export type ReportJobState = z.infer<typeof ReportJobState>

/** The states of a report that is still to be made. */
export const UNFINISHED_STATES = ['queued', 'running'] as const satisfies ReportJobState[]

/** Why a report could not be made. `report_limit_exceeded` means that drawing it took too long or too much memory. */
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

/** The making of an inspection report, as the API answers it. */
export const ReportJob = z.object({
  id: z.int().positive(),
  state: ReportJobState,
  /** The part of the findings that is drawn, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Null until the report is stored, and after it was deleted. */
  report_id: z.int().positive().nullable(),
  year: z.int(),
  language: z.enum(LANGUAGES),
  /** The published version that the report is about; null for a draft. */
  inspection_version: z.int().positive().nullable(),
  /** Why it has failed; null in the other states. */
  error: ReportFailure.nullable(),
  /** The sentence for `error`, in the language of the request. */
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type ReportJob = z.infer<typeof ReportJob>

/** The path of the making of a report. */
export const ReportJobParam = z.object({ id: Id, jobId: Id })

export function isUnfinished({ state }: Pick<ReportJob, 'state'>): boolean {
  return (UNFINISHED_STATES as readonly ReportJobState[]).includes(state)
}
