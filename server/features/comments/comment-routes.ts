import { Hono } from 'hono'
import * as z from 'zod'
import { Comment, CommentChange, CommentDraft, CommentParam, mayChangeComment } from '#domain/comment.ts'
import { IdParam } from '#domain/fields.ts'
import { may } from '#domain/permissions.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction, loadRecordAfter } from '#server/core/access/checked-transaction.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { validateChange } from '#server/core/http/validate-change.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { getFinding } from '#server/features/findings/finding-queries.ts'
import { tellComments } from '#server/features/notifications/write-notifications.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { deleteComment, getComment, insertComment, listComments, updateComment } from './comment-queries.ts'

/** Loads the turbine and the comment of the path and authorizes a change. @throws ApiError `comment_not_found`, `forbidden` */
const loadComment = (action: 'comment.edit' | 'comment.delete') =>
  loadRecordAfter(
    loadTurbine,
    'comment',
    async (db, { caller, turbine }, { commentId }: { commentId: number }) => {
      const comment = await getComment(db, turbine.id, commentId)
      if (!mayChangeComment(caller, action, comment, new Date())) throw new ApiError('forbidden')
      return comment
    },
  )

/** Mounted at `/api/turbines/:id/comments`. */
export const commentRoutes = new Hono<Env>()
  .get(
    '/',
    permit('comment.read'),
    answers(
      'List the comments of a turbine, newest first.',
      [200, 304],
      { data: z.array(Comment) },
      'turbine_not_found',
    ),
    cached('role'),
    validate('param', IdParam),
    loadTurbine,
    async (c) => {
      const { services, turbine, caller } = c.var
      return answerList(c, await listComments(services.db.readFor(caller, c.req.raw.signal), turbine.id))
    },
  )
  .post(
    '/',
    permit('comment.add'),
    answers(
      'Write a comment about a turbine, or about one of its findings.',
      201,
      { data: Comment },
      'turbine_not_found',
      'finding_not_found',
      'forbidden',
    ),
    takesKey(),
    validate('param', IdParam),
    loadTurbine,
    validate('json', CommentDraft),
    async (c) => {
      const { comment: text, finding_id, audience } = c.req.valid('json')
      const data = await makeOncePerKey(c, {
        async make(transaction, { caller, turbine }) {
          // Only readers of team remarks may write them.
          if (audience === 'team' && !may(caller, 'inspection.work', turbine.company_id))
            throw new ApiError('forbidden')
          if (finding_id !== null) await getFinding(transaction, turbine.id, finding_id)
          const id = await insertComment(transaction, {
            turbine_id: turbine.id,
            user_id: caller.id,
            user_name: `${caller.first_name} ${caller.last_name}`,
            comment: text,
            finding_id,
            audience,
          })
          await tellComments(transaction, turbine, { ids: [id], user_id: caller.id, audience })
          await writeAuditEntry(transaction, c, {
            action: 'comment.add',
            record: { id, name: turbine.code },
            turbine,
            by: caller,
          })
          return id
        },
        read: (transaction, { turbine }, id) => getComment(transaction, turbine.id, id),
      })
      return c.json(ok({ data }), 201)
    },
  )
  .put(
    '/:commentId',
    permit('comment.edit'),
    answers(
      'Edit a comment. Its author may for one hour, a superadmin always.',
      200,
      { data: Comment },
      'turbine_not_found',
      'comment_not_found',
      'forbidden',
    ),
    validate('param', CommentParam),
    validateChange(CommentChange, loadComment('comment.edit'), (c) => c.var.comment),
    async (c) => {
      const wanted = c.req.valid('json')
      const data = await inCheckedTransaction(c, async (transaction, { caller, turbine, comment }) => {
        const changed = changedFields(comment, wanted)
        if (changed.length === 0) return comment
        const updated = await updateComment(transaction, comment, wanted.comment)
        await writeAuditEntry(transaction, c, {
          action: 'comment.edit',
          record: { id: comment.id, name: turbine.code },
          turbine,
          by: caller,
          changed,
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
      'Delete a comment. Its author may for one hour, a superadmin always.',
      200,
      {},
      'turbine_not_found',
      'comment_not_found',
      'forbidden',
    ),
    validate('param', CommentParam),
    loadComment('comment.delete'),
    async (c) => {
      await inCheckedTransaction(c, async (transaction, { caller, turbine, comment }) => {
        await deleteComment(transaction, comment.id)
        await writeAuditEntry(transaction, c, {
          action: 'comment.delete',
          record: { id: comment.id, name: turbine.code },
          turbine,
          by: caller,
        })
      })
      return c.json(ok({}))
    },
  )
