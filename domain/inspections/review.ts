import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { Finding } from '#domain/findings/finding.ts'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { lines } from '#domain/text/text.ts'

/** The greatest number of findings that one call decides about by their ids. */
const REVIEWED_AT_ONCE_MAX = 500

const REVIEW_DECISIONS = ['accepted', 'returned'] as const
export const ReviewDecision = z.enum(REVIEW_DECISIONS)
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** What a reviewer has decided about a finding, as the API answers it. */
export const FindingReview = z.object({
  /** Another decision about the same finding has another id. */
  id: z.int().positive(),
  finding_id: z.int().positive(),
  decision: ReviewDecision,
  at: z.iso.datetime(),
  /** Null after the reviewer's account is deleted; the name stays. */
  user_id: z.int().positive().nullable(),
  user_name: z.string(),
})
export type FindingReview = z.infer<typeof FindingReview>

/** A finding as it is now, with what is decided about it: the answer to a decision about what it was. */
export const ReviewedFinding = Finding.extend({ review: FindingReview.nullable() })
export type ReviewedFinding = z.infer<typeof ReviewedFinding>

/** The body of `POST /turbines/{id}/inspections/{year}/reviews`. */
export const ReviewDraft = z
  .strictObject({
    /** `undecided` takes a decision back. */
    decision: z.enum([...REVIEW_DECISIONS, 'undecided']),
    /** Without it, all findings of the inspection about which nobody has decided. */
    finding_ids: z.array(z.int().positive()).min(1).max(REVIEWED_AT_ONCE_MAX).optional(),
    /** The revisions of these findings as the client has read them, in the same order. Without them, it is about whatever is there. */
    revisions: z.array(Revision).max(REVIEWED_AT_ONCE_MAX).optional(),
    /**
     * The decisions that this one replaces, by their ids, in the same order; null where there is none. Without them, it replaces only decisions of
     * the same reviewer.
     */
    replaces: z.array(z.int().positive().nullable()).max(REVIEWED_AT_ONCE_MAX).optional(),
    /** A comment for the team about each of the findings; a finding that is sent back needs it. */
    remark: lines(COMMENT_MAX_LENGTH).default(''),
  })
  .superRefine(({ finding_ids, revisions, replaces }, context) => {
    for (const [path, values] of Object.entries({ revisions, replaces })) {
      if (values !== undefined && values.length !== finding_ids?.length)
        context.addIssue({ code: 'custom', path: [path], message: 'invalid' })
    }
  })
export type ReviewDraft = z.infer<typeof ReviewDraft>
