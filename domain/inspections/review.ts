import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { lines } from '#domain/text/text.ts'

/** The greatest number of findings that one call decides about by their ids. */
const REVIEWED_AT_ONCE_MAX = 500

const REVIEW_DECISIONS = ['accepted', 'returned'] as const
export const ReviewDecision = z.enum(REVIEW_DECISIONS)
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** What a reviewer has decided about a finding, as the API answers it. */
export const FindingReview = z.object({
  finding_id: z.int().positive(),
  decision: ReviewDecision,
  at: z.iso.datetime(),
  user_name: z.string(),
})
export type FindingReview = z.infer<typeof FindingReview>

/** The body of `POST /turbines/{id}/inspections/{year}/reviews`. */
export const ReviewDraft = z
  .strictObject({
    /** `undecided` takes a decision back. */
    decision: z.enum([...REVIEW_DECISIONS, 'undecided']),
    /** Without it, all findings of the inspection about which nobody has decided. */
    finding_ids: z.array(z.int().positive()).min(1).max(REVIEWED_AT_ONCE_MAX).optional(),
    /** The revisions of these findings as the client has read them, in the same order. Without them, it is about whatever is there. */
    revisions: z.array(Revision).max(REVIEWED_AT_ONCE_MAX).optional(),
    /** A comment for the team about each of the findings; a finding that is sent back needs it. */
    remark: lines(COMMENT_MAX_LENGTH).default(''),
  })
  .refine(
    ({ finding_ids, revisions }) => revisions === undefined || revisions.length === finding_ids?.length,
    {
      path: ['revisions'],
      error: 'invalid',
    },
  )
export type ReviewDraft = z.infer<typeof ReviewDraft>
