import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { Finding } from '#domain/findings/finding.ts'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { lines } from '#domain/text/text.ts'

/** Maximum findings per call by id. */
const REVIEWED_AT_ONCE_MAX = 500

const REVIEW_DECISIONS = ['accepted', 'returned'] as const
export const ReviewDecision = z.enum(REVIEW_DECISIONS)
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** A review decision on a finding, as the API answers it. */
export const FindingReview = z.object({
  /** Each decision on a finding has a new id. */
  id: z.int().positive(),
  finding_id: z.int().positive(),
  decision: ReviewDecision,
  at: z.iso.datetime(),
  /** Null after the reviewer's account is deleted; the name stays. */
  user_id: z.int().positive().nullable(),
  user_name: z.string(),
})
export type FindingReview = z.infer<typeof FindingReview>

/** A current finding with its decision: the answer to a decision on an older state. */
export const ReviewedFinding = Finding.extend({ review: FindingReview.nullable() })
export type ReviewedFinding = z.infer<typeof ReviewedFinding>

/** The body of `POST /turbines/{id}/inspections/{year}/reviews`. */
export const ReviewDraft = z
  .strictObject({
    /** `undecided` revokes a decision. */
    decision: z.enum([...REVIEW_DECISIONS, 'undecided']),
    /** Without it, all undecided findings of the inspection. */
    finding_ids: z.array(z.int().positive()).min(1).max(REVIEWED_AT_ONCE_MAX).optional(),
    /** The revisions of these findings as read by the client, in the same order. Without them, any revision. */
    revisions: z.array(Revision).max(REVIEWED_AT_ONCE_MAX).optional(),
    /**
     * The ids of the decisions to replace, in the same order; null for none. Without them, only the reviewer's own decisions are replaced.
     */
    replaces: z.array(z.int().positive().nullable()).max(REVIEWED_AT_ONCE_MAX).optional(),
    /** A team comment on each of the findings; required for a returned finding. */
    remark: lines(COMMENT_MAX_LENGTH).default(''),
  })
  .superRefine(({ finding_ids, revisions, replaces }, context) => {
    for (const [path, values] of Object.entries({ revisions, replaces })) {
      if (values !== undefined && values.length !== finding_ids?.length)
        context.addIssue({ code: 'custom', path: [path], message: 'invalid' })
    }
  })
export type ReviewDraft = z.infer<typeof ReviewDraft>
