import type { Comment } from '#domain/comment.ts'
import type { Reader, Writer } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/refuse-violation.ts'
import { ApiError } from '#server/errors.ts'

const COLUMNS = ['id', 'user_id', 'user_name', 'comment', 'finding_id', 'created_at', 'updated_at'] as const

/** The comments of a turbine, newest first. The caller has checked that the viewer may read the turbine. */
export function listComments(db: Reader, turbineId: number): Promise<Comment[]> {
  return db
    .selectFrom('comment')
    .select(COLUMNS)
    .where('turbine_id', '=', turbineId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @throws ApiError `comment_not_found` if the turbine has no such comment */
export async function getComment(db: Reader, turbineId: number, id: number): Promise<Comment> {
  const row = await db
    .selectFrom('comment')
    .select(COLUMNS)
    .where('turbine_id', '=', turbineId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return row
}

interface NewComment {
  turbine_id: number
  user_id: number
  /** Stored in the comment, because the comment stays when its author is deleted. */
  user_name: string
  comment: string
  finding_id: number | null
}

/** @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile */
export function insertComment(db: Writer, comment: NewComment): Promise<Comment> {
  const now = new Date().toISOString()
  return refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('comment')
      .values({ ...comment, created_at: now, updated_at: now })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )
}

/** @throws ApiError `comment_not_found` if it was deleted meanwhile */
export async function updateComment(db: Writer, comment: Comment, text: string): Promise<Comment> {
  // The panel shows a comment as edited if `updated_at` is later than `created_at`, so it must not be the same millisecond.
  const updated = Math.max(Date.now(), Date.parse(comment.created_at) + 1)
  const row = await db
    .updateTable('comment')
    .set({ comment: text, updated_at: new Date(updated).toISOString() })
    .where('id', '=', comment.id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw new ApiError('comment_not_found')
  return row
}

export async function deleteComment(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('comment').where('id', '=', id).execute()
}
