import { Hono } from 'hono'
import * as z from 'zod'
import { Company, CompanyChange, CompanyDraft } from '#domain/company.ts'
import { IdParam } from '#domain/fields.ts'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { answers, ok } from '#server/answers.ts'
import { changedFields, noteDeed } from '#server/audit/audit-log.ts'
import { permit } from '#server/auth/authenticate.ts'
import { admit, change } from '#server/auth/change.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { removeFilesOfLostTurbines } from '#server/turbines/turbine-files.ts'
import { validate } from '#server/validate.ts'
import { deleteCompany, getCompany, insertCompany, listCompanies, updateCompany } from './company-queries.ts'

/** Sets `company` to the one the path names, before any of the body is read. @throws ApiError `company_not_found` */
const loadCompany = admit<{ id: number }>(async (c, db) => {
  c.set('company', await getCompany(db, c.var.viewer, c.req.valid('param').id))
})

/** Mounted at `/api/companies`. */
export const companyRoutes = new Hono<Env>()
  .get(
    '/',
    permit('company.read'),
    answers(
      "List companies. A superadmin sees all but the operator's own (id 999), the others their own.",
      200,
      { data: z.array(Company) },
    ),
    async (c) => {
      const { viewer, services } = c.var
      return c.json(ok({ data: await listCompanies(services.db.read, viewer) }))
    },
  )
  .post(
    '/',
    permit('company.add'),
    answers('Add a company.', 201, { data: Company }, 'company_name_taken'),
    validate('json', CompanyDraft),
    async (c) => {
      const { viewer, services } = c.var
      const draft = c.req.valid('json')
      const id = await change(c, async (transaction) => {
        const id = await insertCompany(transaction, draft)
        await noteDeed(transaction, c, { action: 'company.add', record: { id, name: draft.name } })
        return id
      })
      return c.json(ok({ data: await getCompany(services.db.read, viewer, id) }), 201)
    },
  )
  .put(
    '/:id',
    permit('company.edit'),
    answers(
      'Change a company. What is not named keeps its value.',
      200,
      { data: Company },
      'company_not_found',
      'company_name_taken',
    ),
    validate('param', IdParam),
    loadCompany,
    validate('json', CompanyChange),
    async (c) => {
      const wanted = c.req.valid('json')
      const data = await change(c, async (transaction) => {
        const { viewer, company } = c.var
        await updateCompany(transaction, company.id, wanted)
        await noteDeed(transaction, c, {
          action: 'company.edit',
          record: company,
          changed: changedFields(company, wanted),
        })
        return getCompany(transaction, viewer, company.id)
      })
      return c.json(ok({ data }))
    },
  )
  .delete(
    '/:id',
    permit('company.delete'),
    answers(
      "Delete a company that has neither turbines nor users. The operator's own stays.",
      200,
      { data: Company },
      'company_not_found',
      'company_not_empty',
      'forbidden',
    ),
    validate('param', IdParam),
    loadCompany,
    async (c) => {
      const { services, company } = c.var
      // The operator's own company belongs to the house, whoever is in it.
      if (company.id === OPERATOR_COMPANY_ID) throw new ApiError('forbidden')
      await change(c, async (transaction) => {
        await deleteCompany(transaction, company.id)
        await noteDeed(transaction, c, { action: 'company.delete', record: company })
      })
      await removeFilesOfLostTurbines(services.store, services.db.read)
      return c.json(ok({ data: company }))
    },
  )
