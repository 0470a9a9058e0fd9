import { Hono } from 'hono'
import * as z from 'zod'
import { Company, CompanyChange, CompanyDraft } from '#domain/company.ts'
import { IdParam } from '#domain/fields.ts'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction, loadRecord } from '#server/core/access/checked-transaction.ts'
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
import { ApiError } from '#server/infrastructure/errors.ts'
import { deleteCompany, getCompany, insertCompany, listCompanies, updateCompany } from './company-queries.ts'

/** Loads the company of the path, before the body is read. @throws ApiError `company_not_found` */
const loadCompany = loadRecord('company', (db, { caller }, { id }: { id: number }) =>
  getCompany(db, caller, id),
)

/** Mounted at `/api/companies`. */
export const companyRoutes = new Hono<Env>()
  .get(
    '/',
    permit('company.read'),
    answers(
      "List companies. A superadmin gets all except the operator's company (id 999), others their own.",
      [200, 304],
      { data: z.array(Company) },
    ),
    cached('role'),
    async (c) => {
      const { caller, services } = c.var
      return answerList(c, await listCompanies(services.db.readFor(caller, c.req.raw.signal), caller))
    },
  )
  .post(
    '/',
    permit('company.add'),
    answers('Add a company.', 201, { data: Company }, 'company_name_taken'),
    takesKey(),
    validate('json', CompanyDraft),
    async (c) => {
      const draft = c.req.valid('json')
      const data = await makeOncePerKey(c, {
        async make(transaction, { caller }) {
          const id = await insertCompany(transaction, draft)
          await writeAuditEntry(transaction, c, {
            action: 'company.add',
            record: { id, name: draft.name },
            by: caller,
          })
          return id
        },
        read: (transaction, { caller }, id) => getCompany(transaction, caller, id),
      })
      return c.json(ok({ data }), 201)
    },
  )
  .put(
    '/:id',
    permit('company.edit'),
    answers(
      'Edit a company. Omitted fields keep their values.',
      200,
      { data: Company },
      'company_not_found',
      'company_name_taken',
    ),
    validate('param', IdParam),
    takesRevision(),
    validateChange(CompanyChange, loadCompany, (c) => c.var.company),
    async (c) => {
      const wanted = c.req.valid('json')
      const data = await inCheckedTransaction(c, async (transaction, { caller, company }) => {
        const changed = changedFields(company, wanted)
        if (changed.length === 0) return company
        await refuseStale(transaction, c, { action: 'company.edit', id: company.id, data: company })
        await updateCompany(transaction, company.id, wanted)
        await writeAuditEntry(transaction, c, {
          action: 'company.edit',
          record: company,
          by: caller,
          changed,
        })
        return getCompany(transaction, caller, company.id)
      })
      return c.json(ok({ data }))
    },
  )
  .delete(
    '/:id',
    permit('company.delete'),
    answers(
      "Delete a company without turbines and users. The operator's company cannot be deleted.",
      200,
      { data: Company },
      'company_not_found',
      'company_not_empty',
      'forbidden',
    ),
    validate('param', IdParam),
    loadCompany,
    async (c) => {
      const data = await inCheckedTransaction(c, async (transaction, { caller, company }) => {
        if (company.id === OPERATOR_COMPANY_ID) throw new ApiError('forbidden')
        await deleteCompany(transaction, company.id)
        await writeAuditEntry(transaction, c, { action: 'company.delete', record: company, by: caller })
        return company
      })
      // A crash, or a bucket outage, may have left files of its turbines.
      const { fileRemovals } = c.var.services
      await fileRemovals.remove(await fileRemovals.list())
      return c.json(ok({ data }))
    },
  )
