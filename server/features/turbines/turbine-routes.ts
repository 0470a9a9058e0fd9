import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { may, mayEverywhere } from '#domain/permissions.ts'
import { Turbine, TurbineChange, TurbineContents, TurbineDraft } from '#domain/turbine.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
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
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { loadTurbine } from './load-turbine.ts'
import { turbineFolder } from './turbine-files.ts'
import { companyFilter, TurbineFilter } from './turbine-filter.ts'
import {
  countContents,
  deleteTurbine,
  getTurbine,
  insertTurbine,
  listTurbines,
  recordVisit,
  updateTurbine,
} from './turbine-queries.ts'

/** Mounted at `/api/turbines`. */
export const turbineRoutes = new Hono<Env>()
  .get(
    '/',
    permit('turbine.read'),
    answers('List turbines. The filter applies to superadmins only; `all` means no filter.', [200, 304], {
      data: z.array(Turbine),
    }),
    // Each user has their own count of new photos.
    cached('user', TurbineFilter),
    validate('query', TurbineFilter),
    async (c) => {
      const { caller, services } = c.var
      const companyId = companyFilter(caller, c.req.valid('query').filter_company_id)
      return answerList(
        c,
        await listTurbines(services.db.readFor(caller, c.req.raw.signal), caller, companyId),
      )
    },
  )
  .post(
    '/',
    permit('turbine.add'),
    answers(
      "Add a turbine. An admin's `company_id` defaults to their own company.",
      201,
      { data: Turbine },
      'company_not_found',
    ),
    takesKey(),
    validate('json', TurbineDraft),
    async (c) => {
      const draft = c.req.valid('json')
      const data = await makeOncePerKey(c, {
        async make(transaction, { caller }) {
          const company_id =
            draft.company_id ?? (mayEverywhere(caller, 'turbine.add') ? undefined : caller.company_id)
          if (company_id === undefined) throw invalid('company_id', 'required')
          // Checked before the company lookup, so that another company and a missing one get the same answer.
          if (!may(caller, 'turbine.add', company_id)) throw new ApiError('forbidden')
          const id = await insertTurbine(transaction, { ...draft, company_id })
          await writeAuditEntry(transaction, c, {
            action: 'turbine.add',
            record: { id, name: draft.code },
            turbine: { id, ...draft, company_id },
            by: caller,
          })
          return id
        },
        read: (transaction, { caller }, id) => getTurbine(transaction, caller, id),
      })
      return c.json(ok({ data }), 201)
    },
  )
  .get(
    '/:id',
    permit('turbine.read'),
    answers(
      'Get a turbine, with the number of records that its deletion removes.',
      [200, 304],
      { turbine: Turbine, contents: TurbineContents },
      'turbine_not_found',
    ),
    cached('user'),
    validate('param', IdParam),
    loadTurbine,
    async (c) => {
      const { services, turbine, caller } = c.var
      const contents = await countContents(services.db.readFor(caller, c.req.raw.signal), turbine.id)
      return c.json(ok({ turbine, contents }))
    },
  )
  .put(
    '/:id',
    permit('turbine.edit'),
    answers(
      'Edit a turbine. Omitted fields keep their values, except the status, which becomes active.',
      200,
      { turbine: Turbine },
      'turbine_not_found',
      'company_not_found',
    ),
    validate('param', IdParam),
    takesRevision(),
    validateChange(TurbineChange, loadTurbine, (c) => c.var.turbine),
    async (c) => {
      const wanted = c.req.valid('json')
      const answered = await inCheckedTransaction(c, async (transaction, { caller, turbine }) => {
        const changed = changedFields(turbine, wanted)
        if (changed.length === 0) return turbine
        await refuseStale(transaction, c, { action: 'turbine.edit', id: turbine.id, data: turbine })
        await updateTurbine(transaction, turbine.id, wanted)
        // Admins of the former and of the new company read it.
        for (const companyId of new Set([turbine.company_id, wanted.company_id ?? turbine.company_id])) {
          await writeAuditEntry(transaction, c, {
            action: 'turbine.edit',
            record: { id: turbine.id, name: turbine.code },
            turbine,
            companyId,
            by: caller,
            changed,
          })
        }
        return getTurbine(transaction, caller, turbine.id)
      })
      return c.json(ok({ turbine: answered }))
    },
  )
  .put(
    '/:id/visit',
    permit('turbine.visit'),
    answers(
      "Record the caller's visit to a turbine. Later uploads by others count as new.",
      200,
      {},
      'turbine_not_found',
    ),
    validate('param', IdParam),
    loadTurbine,
    async (c) => {
      await inCheckedTransaction(c, (transaction, { caller, turbine }) =>
        recordVisit(transaction, caller.id, turbine.id),
      )
      return c.json(ok({}))
    },
  )
  .delete(
    '/:id',
    permit('turbine.delete'),
    answers(
      'Delete a turbine with its photos, findings, reports and comments.',
      200,
      {},
      'turbine_not_found',
    ),
    validate('param', IdParam),
    loadTurbine,
    async (c) => {
      const { id } = c.var.turbine
      await inCheckedTransaction(c, async (transaction, { caller, turbine }) => {
        await deleteTurbine(transaction, turbine.id)
        await writeAuditEntry(transaction, c, {
          action: 'turbine.delete',
          record: { id: turbine.id, name: turbine.code },
          turbine,
          by: caller,
        })
      })
      await c.var.services.fileRemovals.removeFolder(turbineFolder(id))
      return c.json(ok({}))
    },
  )
