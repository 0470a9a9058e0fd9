import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import {
  Finding,
  FindingChange,
  FindingDraft,
  FindingFilter,
  FindingParam,
  UnlinkedFinding,
} from '#domain/findings/finding.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction, loadRecordAfter } from '#server/core/access/checked-transaction.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import { refuseStale } from '#server/core/audit/refuse-stale.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { takesRevision } from '#server/core/http/takes-revision.ts'
import { validate } from '#server/core/http/validate.ts'
import { validateChange } from '#server/core/http/validate-change.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { completeChange, completeDraft } from './complete-finding.ts'
import {
  deleteFinding,
  getFinding,
  insertFinding,
  listFindings,
  listHistory,
  refuseTooManyFindings,
} from './finding-queries.ts'
import { describeUnlinked, storeChange } from './store-change.ts'

/** Loads the turbine and the finding of the path. @throws ApiError `turbine_not_found`, `finding_not_found` */
const loadFinding = loadRecordAfter(
  loadTurbine,
  'finding',
  (db, { turbine }, { findingId }: { findingId: number }) => getFinding(db, turbine.id, findingId),
)

/** Mounted at `/api/turbines/:id/findings`. */
export const findingRoutes = new Hono<Env>()
  .get(
    '/',
    permit('finding.read'),
    answers(
      'List the findings of a turbine, by blade, from root to tip.',
      [200, 304],
      { data: z.array(Finding) },
      'turbine_not_found',
    ),
    cached('role', FindingFilter),
    validate('param', IdParam),
    loadTurbine,
    validate('query', FindingFilter),
    async (c) => {
      const { services, turbine, caller } = c.var
      return answerList(
        c,
        await listFindings(services.db.readFor(caller, c.req.raw.signal), turbine.id, c.req.valid('query')),
      )
    },
  )
  .post(
    '/',
    permit('finding.add'),
    answers(
      'Add a finding. Room, blade and year default to those of the photo, the side to that of the room, the day to one of the year.',
      201,
      { data: Finding },
      'turbine_not_found',
      'photo_not_found',
      'finding_already_continued',
      'turbine_has_too_many_findings',
    ),
    takesKey(),
    validate('param', IdParam),
    loadTurbine,
    validate('json', FindingDraft),
    async (c) => {
      const data = await makeOncePerKey(c, {
        async make(transaction, { caller, turbine }) {
          await refuseTooManyFindings(transaction, turbine.id, 1)
          const fields = await completeDraft(transaction, turbine, c.req.valid('json'))
          const id = await insertFinding(transaction, turbine.id, fields, {
            user_id: caller.id,
            user_name: `${caller.first_name} ${caller.last_name}`,
          })
          const { number } = await getFinding(transaction, turbine.id, id)
          await writeAuditEntry(transaction, c, {
            action: 'finding.add',
            record: { id, name: number },
            turbine,
            by: caller,
          })
          return id
        },
        read: (transaction, { turbine }, id) => getFinding(transaction, turbine.id, id),
      })
      return c.json(ok({ data }), 201)
    },
  )
  .get(
    '/:findingId',
    permit('finding.read'),
    answers('Read a finding.', [200, 304], { data: Finding }, 'turbine_not_found', 'finding_not_found'),
    cached('role'),
    validate('param', FindingParam),
    loadFinding,
    (c) => c.json(ok({ data: c.var.finding })),
  )
  .get(
    '/:findingId/history',
    permit('finding.read'),
    answers(
      'List the history of a finding, oldest first: the findings that it continues and those that continue it.',
      [200, 304],
      { data: z.array(Finding) },
      'turbine_not_found',
      'finding_not_found',
    ),
    cached('role'),
    validate('param', FindingParam),
    loadFinding,
    async (c) => {
      const { services, caller, finding } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      return c.json(ok({ data: await listHistory(db, finding) }))
    },
  )
  .put(
    '/:findingId',
    permit('finding.edit'),
    answers(
      'Edit a finding. Omitted fields keep their values. A new blade or side gives it a new number; a new photo removes its mark unless one is sent. A new blade or year removes the links that no longer fit; `unlinked` lists the findings at their other end.',
      200,
      { data: Finding, unlinked: z.array(UnlinkedFinding) },
      'turbine_not_found',
      'finding_not_found',
      'photo_not_found',
      'finding_already_continued',
    ),
    validate('param', FindingParam),
    takesRevision(),
    validateChange(FindingChange, loadFinding, (c) => c.var.finding),
    async (c) => {
      const answer = await inCheckedTransaction(c, async (transaction, { caller, turbine, finding }) => {
        const { fields, lost } = await completeChange(transaction, turbine, finding, c.req.valid('json'))
        const changed = changedFields(finding, fields)
        if (changed.length === 0) return { data: finding, unlinked: [] }
        await refuseStale(transaction, c, { action: 'finding.edit', id: finding.id, data: finding })
        const of = { caller, turbine }
        const data = await storeChange(transaction, c, of, finding, { fields, lost, changed })
        return {
          data,
          unlinked: [lost.earlier, lost.later].flatMap((each) =>
            each ? [{ id: each.id, number: each.number }] : [],
          ),
        }
      })
      return c.json(ok(answer))
    },
  )
  .delete(
    '/:findingId',
    permit('finding.delete'),
    answers(
      'Delete a finding. Its successor then continues its predecessor.',
      200,
      {},
      'turbine_not_found',
      'finding_not_found',
    ),
    validate('param', FindingParam),
    loadFinding,
    async (c) => {
      await inCheckedTransaction(c, async (transaction, { caller, turbine, finding }) => {
        await deleteFinding(transaction, finding)
        const of = { turbine, by: caller } as const
        const record = { id: finding.id, name: finding.number }
        await writeAuditEntry(transaction, c, { ...of, action: 'finding.delete', record })
        if (finding.later_id === null) return
        const later = await getFinding(transaction, turbine.id, finding.later_id)
        await writeAuditEntry(transaction, c, { ...of, action: 'finding.edit', ...describeUnlinked(later) })
      })
      return c.json(ok({}))
    },
  )
