import { Hono } from 'hono'
import * as z from 'zod'
import { Comment, CommentDraft, CommentParam, mayChangeComment } from '#domain/comment.ts'
import { IdParam } from '#domain/fields.ts'
import { answers, ok } from '#server/answers.ts'
import { noteDeed } from '#server/audit/audit-log.ts'
import { permit } from '#server/auth/authenticate.ts'
import { admit, change } from '#server/auth/change.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { loadTurbine } from '#server/turbines/load-turbine.ts'
import { validate } from '#server/validate.ts'
import { deleteComment, getComment, insertComment, listComments, updateComment } from './comment-queries.ts'

/** Sets `comment` to the one the path names, if the viewer may do this to it. @throws ApiError `comment_not_found`, `forbidden` */
const loadComment = (action: 'comment.edit' | 'comment.delete') =>
  admit<{ commentId: number }>(async (c, db) => {
    const { viewer, turbine } = c.var
    const comment = await getComment(db, turbine.id, c.req.valid('param').commentId)
    if (!mayChangeComment(viewer, action, comment, new Date())) throw new ApiError('forbidden')
    c.set('comment', comment)
  })

/** Mounted at `/api/turbines/:id/comments`. */
export const commentRoutes = new Hono<Env>()
  .get(
    '/',
    permit('comment.read'),
    answers(
      'List the comments of a turbine, newest first.',
      200,
      { data: z.array(Comment) },
      'turbine_not_found',
    ),
    validate('param', IdParam),
    loadTurbine,
    async (c) => c.json(ok({ data: await listComments(c.var.services.db.read, c.var.turbine.id) })),
  )
  .post(
    '/',
    permit('comment.add'),
    answers('Write a comment.', 201, { data: Comment }, 'turbine_not_found'),
    validate('param', IdParam),
    loadTurbine,
    validate('json', CommentDraft),
    async (c) => {
      const { viewer, turbine } = c.var
      const data = await change(c, async (transaction) => {
        const comment = await insertComment(transaction, {
          turbine_id: turbine.id,
          user_id: viewer.id,
          user_name: `${viewer.first_name} ${viewer.last_name}`,
          comment: c.req.valid('json').comment,
        })
        await noteDeed(transaction, c, {
          action: 'comment.add',
          record: { id: comment.id, name: turbine.code },
        })
        return comment
      })
      return c.json(ok({ data }), 201)
    },
  )
  .put(
    '/:commentId',
    permit('comment.edit'),
    answers(
      'Change a comment. Its author may within an hour of writing it, a superadmin always.',
      200,
      { data: Comment },
      'turbine_not_found',
      'comment_not_found',
      'forbidden',
    ),
    validate('param', CommentParam),
    loadTurbine,
    loadComment('comment.edit'),
    validate('json', CommentDraft),
    async (c) => {
      const { turbine, comment } = c.var
      const data = await change(c, async (transaction) => {
        const updated = await updateComment(transaction, comment, c.req.valid('json').comment)
        await noteDeed(transaction, c, {
          action: 'comment.edit',
          record: { id: comment.id, name: turbine.code },
          changed: ['comment'],
        })
        return updated
      })
      return c.json(ok({ data }))
    },
  )
  .delete(
    '/:commentId',
    permit('comment.delete'),
    answers(
      'Delete a comment. Its author may within an hour of writing it, a superadmin always.',
      200,
      {},
      'turbine_not_found',
      'comment_not_found',
      'forbidden',
    ),
    validate('param', CommentParam),
    loadTurbine,
    loadComment('comment.delete'),
    async (c) => {
      const { turbine, comment } = c.var
      await change(c, async (transaction) => {
        await deleteComment(transaction, comment.id)
        await noteDeed(transaction, c, {
          action: 'comment.delete',
          record: { id: comment.id, name: turbine.code },
        })
      })
      return c.json(ok({}))
    },
  )
