import * as z from 'zod'
import { lines } from '#domain/text/text.ts'
import { Id } from './fields.ts'
import { COMMENT_EDIT_WINDOW_MS, COMMENT_MAX_LENGTH } from './limits.ts'
import { type Action, type Caller, mayEverywhere } from './permissions.ts'

/** Who reads a comment: the team, or everyone who sees the turbine. */
export const COMMENT_AUDIENCES = ['team', 'all'] as const
export const CommentAudience = z.enum(COMMENT_AUDIENCES)
export type CommentAudience = z.infer<typeof CommentAudience>

/** A comment as the API answers it. It was edited if `updated_at` differs from `created_at`. */
export const Comment = z.object({
  id: z.int().positive(),
  /** Null after the author's account is deleted; the name stays. */
  user_id: z.int().positive().nullable(),
  user_name: z.string(),
  comment: z.string(),
  /** The finding of the comment; null for the turbine. */
  finding_id: z.int().positive().nullable(),
  /** The readable number of that finding, such as `A-LE-001`. */
  finding_number: z.string().nullable(),
  audience: CommentAudience,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Comment = z.infer<typeof Comment>

/** The body of `POST`. */
export const CommentDraft = z.strictObject({
  comment: lines(COMMENT_MAX_LENGTH).min(1),
  finding_id: z.int().positive().nullable().default(null),
  audience: CommentAudience.default('all'),
})
export type CommentDraft = z.infer<typeof CommentDraft>

/** The body of `PUT`: a comment stays with its finding and its audience. */
export const CommentChange = CommentDraft.omit({ finding_id: true, audience: true })

/** The path of one comment of a turbine. */
export const CommentParam = z.object({ id: Id, commentId: Id })

/** True while `caller` may edit or delete a comment: superadmin always, its author for an hour after writing it. */
export function mayChangeComment(
  caller: Caller,
  action: Extract<Action, 'comment.edit' | 'comment.delete'>,
  comment: Pick<Comment, 'user_id' | 'created_at'>,
  now: Date,
): boolean {
  if (mayEverywhere(caller, action)) return true
  return comment.user_id === caller.id && now.getTime() <= authorMayChangeUntil(comment)
}

/** The end of the author's edit window, in milliseconds since 1970. */
export function authorMayChangeUntil(comment: Pick<Comment, 'created_at'>): number {
  return Date.parse(comment.created_at) + COMMENT_EDIT_WINDOW_MS
}
