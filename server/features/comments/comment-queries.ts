import type { InferResult } from 'kysely'
import type { Comment, CommentAudience } from '#domain/comment.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

/** The comments of turbines, with the number of their finding. */
function selectComments(db: Reader) {
  return db
    .selectFrom('comment')
    .leftJoin('finding', 'finding.id', 'comment.finding_id')
    .select([
      'comment.id',
      'comment.user_id',
      'comment.user_name',
      'comment.comment',
      'comment.finding_id',
      'comment.audience',
      'comment.created_at',
      'comment.updated_at',
      'finding.blade',
      'finding.side',
      'finding.serial',
      'finding.kept_number',
    ])
}

type Row = InferResult<ReturnType<typeof selectComments>>[number]

function asComment({ blade, side, serial, kept_number, ...comment }: Row): Comment {
  const isAboutFinding = blade !== null && side !== null && serial !== null
  return {
    ...comment,
    finding_number: isAboutFinding ? findingNumber({ blade, side, serial, kept_number }) : null,
  }
}

/** The comments of a turbine, newest first. Requires that the caller may read the turbine. */
export async function listComments(db: Reader, turbineId: number): Promise<Comment[]> {
  const rows = await selectComments(db)
    .where('comment.turbine_id', '=', turbineId)
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .execute()
  return mapInTurns(rows, asComment)
}

/** @throws ApiError `comment_not_found` if the turbine has no such comment */
export async function getComment(db: Reader, turbineId: number, id: number): Promise<Comment> {
  const row = await selectComments(db)
    .where('comment.turbine_id', '=', turbineId)
    .where('comment.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return asComment(row)
}

interface NewComment {
  turbine_id: number
  user_id: number
  /** Stored in the comment, which outlives its author's account. */
  user_name: string
  comment: string
  finding_id: number | null
  audience: CommentAudience
}

/**
 * @returns the id of the new comment
 * @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile, `finding_not_found` if the finding was, even if published
 */
export async function insertComment(db: Writer, comment: NewComment): Promise<number> {
  const now = new Date().toISOString()
  const missing = comment.finding_id === null ? 'turbine_not_found' : 'finding_not_found'
  const { id } = await refuseViolation('foreign key', missing, () =>
    db
      .insertInto('comment')
      .values({ ...comment, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** @throws ApiError `comment_not_found` if it was deleted meanwhile */
export async function updateComment(db: Writer, comment: Comment, text: string): Promise<Comment> {
  // The panel shows a comment as edited if `updated_at` is later than `created_at`, so they must differ.
  const updated = Math.max(Date.now(), Date.parse(comment.created_at) + 1)
  const changed = { comment: text, updated_at: new Date(updated).toISOString() }
  const row = await db
    .updateTable('comment')
    .set(changed)
    .where('id', '=', comment.id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return { ...comment, ...changed }
}

export async function deleteComment(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('comment').where('id', '=', id).execute()
}
