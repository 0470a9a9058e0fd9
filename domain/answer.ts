import * as z from 'zod'
import { Missing, Obstacle } from './inspections/state.ts'
import { ISSUES_LISTED_MAX } from './limits.ts'
import { KeepingFinding } from './pictures/photo-move.ts'
import { RECORD_NOT_FOUND, type RecordNotFound } from './records.ts'

const NOT_FOUND = Object.fromEntries(RECORD_NOT_FOUND.map((code) => [code, 404])) as Record<
  RecordNotFound,
  404
>

/** Every error code of the API with its HTTP status. The sentences for users are in `content/errors/{tr,en}.json`. */
export const ERROR_STATUS = {
  validation_failed: 400,
  invalid_name: 400,
  too_many_findings: 400,
  reason_required: 400,
  columns_unanswered: 400,
  coordinates_unanswered: 400,
  unauthenticated: 401,
  LOGIN_ERROR: 401,
  invalid_code: 401,
  link_password_required: 401,
  link_password_wrong: 401,
  forbidden: 403,
  password_change_required: 403,
  second_factor_required: 403,
  factor_enrolment_required: 403,
  fresh_proof_required: 403,
  links_not_allowed: 403,
  not_found: 404,
  ...NOT_FOUND,
  upload_not_found: 404,
  archive_not_found: 404,
  report_job_not_found: 404,
  inspection_not_found: 404,
  version_not_found: 404,
  session_not_found: 404,
  passkey_not_found: 404,
  invitation_not_found: 404,
  dossier_job_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  photo_name_taken: 409,
  upload_conflict: 409,
  company_name_taken: 409,
  finding_already_continued: 409,
  finding_published: 409,
  report_of_inspection: 409,
  turbine_has_too_many_findings: 409,
  company_not_empty: 409,
  email_taken: 409,
  factor_missing: 409,
  too_many_links: 409,
  too_many_passkeys: 409,
  request_in_progress: 409,
  stale_revision: 409,
  transition_not_possible: 409,
  record_gone: 410,
  too_large: 413,
  unsupported_file: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  too_many_uploads: 429,
  too_many_archives: 429,
  internal_error: 500,
  database_unavailable: 503,
  file_not_processed: 503,
  mail_unavailable: 503,
  shutting_down: 503,
  signing_key_unavailable: 503,
  overloaded: 503,
  storage_full: 503,
  storage_read_only: 503,
  store_unavailable: 503,
  unhealthy: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The last author of a field of a record. */
const FieldAuthor = z.object({
  field: z.string(),
  /** Empty for a deleted user, or a command on the server. */
  user_name: z.string(),
  at: z.iso.datetime(),
})
export type FieldAuthor = z.infer<typeof FieldAuthor>

/**
 * The body of every failure. `issues` is present for invalid input, `checks` for an unhealthy server, `data` and `authors` for a record
 * changed meanwhile.
 */
export const Failure = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .max(ISSUES_LISTED_MAX)
    .optional(),
  /** The number of unlisted further issues. */
  more_issues: z.int().positive().optional(),
  checks: z.array(z.string()).optional(),
  /** The current record. */
  data: z.unknown().optional(),
  authors: z.array(FieldAuthor).optional(),
  /** Why this state change is impossible. */
  obstacle: Obstacle.optional(),
  /** What needs a reason. */
  missing: z.array(Missing).optional(),
  /** The published findings that block the move of their photos. */
  findings: z.array(KeepingFinding).max(ISSUES_LISTED_MAX).optional(),
  /** The number of unlisted further findings. */
  more_findings: z.int().positive().optional(),
})
export type Failure = z.infer<typeof Failure>
