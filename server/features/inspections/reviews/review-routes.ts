import { Hono } from 'hono'
import * as z from 'zod'
import { InspectionParam } from '#domain/inspections/inspection.ts'
import { FindingReview, ReviewDraft, type ReviewedFinding } from '#domain/inspections/review.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { insertComment } from '#server/features/comments/comment-queries.ts'
import { getFinding } from '#server/features/findings/finding-queries.ts'
import { tellComments } from '#server/features/notifications/write-notifications.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { decide, findReview, findUnseen, listDecided, listReviews } from './review-queries.ts'

/** Remarks written at once: some milliseconds of work. */
const WRITTEN_AT_ONCE = 50

/** Mounted at `/api/turbines/:id/inspections`. */
export const reviewRoutes = new Hono<Env>()
  .get(
    '/:year/reviews',
    permit('inspection.work'),
    answers(
      'List the review decisions on the findings of an inspection. A later change of a finding makes it undecided again.',
      [200, 304],
      { data: z.array(FindingReview) },
      'turbine_not_found',
    ),
    validate('param', InspectionParam),
    cached('role'),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      return answerList(c, await listReviews(db, turbine.id, c.req.valid('param').year))
    },
  )
  .post(
    '/:year/reviews',
    permit('inspection.review'),
    answers(
      'Accept findings of an inspection, return them with a remark for the team, or revoke a decision. Without `finding_ids` the call covers all undecided findings. With `revisions`, it is refused if a finding has changed, or if its decision is not the one that `replaces` names; without `replaces`, if its decision is by another person. The answer is then `stale_revision` with the current finding and its decision (`review`), and nothing is saved. A success has all decisions of the inspection.',
      200,
      { data: z.array(FindingReview) },
      'turbine_not_found',
      'finding_not_found',
      'reason_required',
      'stale_revision',
    ),
    takesKey(),
    validate('param', InspectionParam),
    loadTurbine,
    validate('json', ReviewDraft),
    async (c) => {
      const { year } = c.req.valid('param')
      const draft = c.req.valid('json')
      const { decision, finding_ids, remark } = draft
      if (decision === 'returned' && remark === '') {
        throw new ApiError('reason_required', { issues: [{ path: 'remark', code: 'required' }] })
      }
      const data = await makeOncePerKey(c, {
        async make(transaction, { caller, turbine }) {
          const findings = await listDecided(transaction, turbine.id, year)
          const wanted = finding_ids ?? [...findings].flatMap(([id, { review }]) => (review ? [] : id))
          if (wanted.some((id) => !findings.has(id))) throw new ApiError('finding_not_found')
          const unseen = findUnseen(findings, wanted, draft, caller.id)
          if (unseen !== undefined) {
            const finding = await getFinding(transaction, turbine.id, unseen)
            const data: ReviewedFinding = {
              ...finding,
              review: (await findReview(transaction, unseen)) ?? null,
            }
            throw new ApiError('stale_revision', { details: { data, authors: [] } })
          }
          const ids = [...new Set(wanted)]
          const user = { user_id: caller.id, user_name: `${caller.first_name} ${caller.last_name}` }
          await decide(transaction, turbine.id, ids, decision, user)
          const remarks: number[] = []
          for (const finding_id of remark === '' ? [] : ids) {
            const comment = { turbine_id: turbine.id, ...user, comment: remark, finding_id }
            remarks.push(await insertComment(transaction, { ...comment, audience: 'team' }))
            if (remarks.length % WRITTEN_AT_ONCE === 0) await yieldToEventLoop()
          }
          await tellComments(transaction, turbine, { ids: remarks, user_id: caller.id, audience: 'team' })
          await writeAuditEntry(transaction, c, {
            action: 'inspection.review',
            record: { id: turbine.id, name: String(year) },
            turbine,
            by: caller,
            changed: ids.length === 0 ? [] : ['decision'],
          })
          return ids.length
        },
        read: (transaction, { turbine }) => listReviews(transaction, turbine.id, year),
      })
      return answerList(c, data)
    },
  )
