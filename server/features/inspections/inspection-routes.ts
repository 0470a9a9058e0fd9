import { Hono } from 'hono'
import { DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import {
  InspectionFields,
  InspectionParam,
  InspectionReportDraft,
  inspectionIssues,
  ViewedInspection,
} from '#domain/inspections/inspection.ts'
import { ReportJob } from '#domain/inspections/report-job.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import { refuseStale } from '#server/core/audit/refuse-stale.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { takesRevision } from '#server/core/http/takes-revision.ts'
import { validate } from '#server/core/http/validate.ts'
import { validateChange } from '#server/core/http/validate-change.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { orderDossier } from './dossiers/order-dossier.ts'
import { findInspection, saveInspection } from './inspection-queries.ts'
import { asViewed, readViewedInspection } from './read-inspection.ts'
import { findWork } from './releases/inspection-work.ts'
import { orderReport } from './report-jobs/order-report.ts'

/** Mounted at `/api/turbines/:id/inspections`. */
export const inspectionRoutes = new Hono<Env<Services>>()
  .get(
    '/:year',
    permit('inspection.read'),
    answers(
      "Get the inspection of a year, as its report describes it. Until it is saved, days, methods and camera come from the photos of the year, and `updated_at` is null. `possible` lists the caller's state changes: null if allowed, else the reason.",
      200,
      { data: ViewedInspection },
      'turbine_not_found',
      'inspection_not_found',
      'shutting_down',
      'store_unavailable',
    ),
    validate('param', InspectionParam),
    loadTurbine,
    async (c) => {
      const { services, caller, turbine } = c.var
      const { year } = c.req.valid('param')
      const read = services.db.readFor(caller, c.req.raw.signal)
      const inspection = await readViewedInspection(read, caller, turbine, year)
      return c.json(ok({ data: ViewedInspection.parse(inspection) }))
    },
  )
  .put(
    '/:year',
    permit('inspection.edit'),
    answers('Save the inspection of a year.', 200, { data: ViewedInspection }, 'turbine_not_found'),
    validate('param', InspectionParam),
    takesRevision(),
    validateChange(InspectionFields, loadTurbine, (c) =>
      findInspection(c.var.services.db.read, c.var.turbine.id, Number(c.req.param('year'))),
    ),
    async (c) => {
      const { year } = c.req.valid('param')
      const fields = c.req.valid('json')
      const saved = await inCheckedTransaction(c, async (transaction, { caller, turbine }) => {
        const before = await findInspection(transaction, turbine.id, year)
        const changed = changedFields(before ?? {}, fields)
        const row = await findWork(transaction, turbine.id, year)
        if (before && changed.length === 0) return asViewed(transaction, caller, turbine, before, row)
        const unsaved = { ...fields, turbine_id: turbine.id, year, revision: 0, updated_at: null }
        await refuseStale(transaction, c, {
          action: 'inspection.edit',
          id: before?.id,
          data: ViewedInspection.parse(await asViewed(transaction, caller, turbine, before ?? unsaved, row)),
        })
        const issues = inspectionIssues(fields, year, (field) => changed.includes(field))
        if (issues.length > 0) throw new ApiError('validation_failed', { issues })
        const inspection = await saveInspection(transaction, turbine.id, year, fields)
        await writeAuditEntry(transaction, c, {
          action: 'inspection.edit',
          record: { id: inspection.id, name: String(year) },
          turbine,
          by: caller,
          changed,
        })
        const now = await findWork(transaction, turbine.id, year)
        return asViewed(transaction, caller, turbine, inspection, now)
      })
      return c.json(ok({ data: ViewedInspection.parse(saved) }))
    },
  )
  .post(
    '/:year/report',
    permit('report.add'),
    answers(
      "Start a report job: the PDF report of a year's findings, photos and inspection. `version` selects a published version, at any time; without it the report shows the current state. It is stored beside the earlier reports of the year, under a name with the next version. The answer is the job; poll `GET …/report-jobs/{jobId}` for its progress. A repeated call for the same turbine, year and language returns the same job until it ends.",
      202,
      { data: ReportJob },
      'turbine_not_found',
      'version_not_found',
      'too_many_findings',
      'too_many_requests',
    ),
    takesKey(),
    validate('param', InspectionParam),
    loadTurbine,
    validate('json', InspectionReportDraft),
    async (c) => {
      const { year } = c.req.valid('param')
      return c.json(ok({ data: await orderReport(c, year, c.req.valid('json')) }), 202)
    },
  )
  .post(
    '/:year/dossier',
    permit('inspection.seal'),
    answers(
      'Start a dossier job for an inspection: a sealed ZIP with a published version (`version`, or the newest) as canonical JSON, its generated reports (the job waits for running ones), its photos (`photos`: originals, or pictures up to 2560 pixels wide), `SHA256SUMS` and its signature, which two commands verify without Kanat. The answer is the job; poll `GET …/dossier-jobs/{jobId}` for its progress. A repeated call returns the same job until it ends.',
      202,
      { data: DossierJob },
      'turbine_not_found',
      'inspection_not_found',
      'version_not_found',
      'too_many_requests',
    ),
    takesKey(),
    validate('param', InspectionParam),
    loadTurbine,
    validate('json', DossierDraft),
    async (c) => {
      const { year } = c.req.valid('param')
      return c.json(ok({ data: await orderDossier(c, year, c.req.valid('json')) }), 202)
    },
  )
