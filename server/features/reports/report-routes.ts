import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { Report, ReportChange, ReportFilter, ReportParam } from '#domain/report.ts'
import { Rejection } from '#domain/upload.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { Env } from '#server/core/env.ts'
import { answerList } from '#server/core/http/answer-list.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { takesFiles, validate } from '#server/core/http/validate.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { takeUpload } from '#server/core/uploads/take-upload.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { turbineAsOwner } from '#server/features/turbines/turbine-files.ts'
import { changeReport } from './change-report.ts'
import { deleteReport, listReports } from './report-queries.ts'
import { reportUpload } from './report-upload.ts'

/** Mounted at `/api/turbines/:id/reports`. */
export const reportRoutes = new Hono<Env>()
  .get(
    '/',
    permit('report.read'),
    answers('List the reports of a turbine.', [200, 304], { data: z.array(Report) }, 'turbine_not_found'),
    cached('role', ReportFilter),
    validate('param', IdParam),
    loadTurbine,
    validate('query', ReportFilter),
    async (c) => {
      const { services, caller, turbine } = c.var
      return answerList(
        c,
        await listReports(services.db.readFor(caller, c.req.raw.signal), turbine.id, c.req.valid('query')),
      )
    },
  )
  .post(
    '/',
    permit('report.add'),
    answers(
      'Upload reports (PDF), named `.pdf` or without an extension. Rejected files are listed in `rejected`; if all are, the status is that of the first rejection. A PDF whose first page cannot be rendered is stored without `thumb_url`.',
      201,
      { data: z.array(Report), rejected: z.array(Rejection) },
      'turbine_not_found',
    ),
    validate('param', IdParam),
    loadTurbine,
    takesKey(),
    takesFiles(reportUpload),
    async (c) => {
      const { kept, rejected } = await takeUpload(c, reportUpload, turbineAsOwner(c.var.turbine))
      return c.json(ok({ data: kept, rejected }), 201)
    },
  )
  .put(
    '/:reportId',
    permit('report.edit'),
    answers(
      'Rename a report, or move it to another year. Omitted fields keep their values; a name without an extension gets that of the report. A generated report stays in the year of its inspection; that of a version also keeps its name: 409 `report_of_inspection`.',
      200,
      { data: Report },
      'turbine_not_found',
      'report_not_found',
      'invalid_name',
      'unsupported_file',
      'report_of_inspection',
    ),
    validate('param', ReportParam),
    loadTurbine,
    validate('json', ReportChange),
    async (c) => {
      const { reportId } = c.req.valid('param')
      const change = c.req.valid('json')
      const data = await inCheckedTransaction(c, (transaction, { caller, turbine }) =>
        changeReport(transaction, c, { caller, turbine }, reportId, change),
      )
      return c.json(ok({ data }))
    },
  )
  .delete(
    '/:reportId',
    permit('report.delete'),
    answers('Delete a report.', 200, {}, 'turbine_not_found', 'report_not_found'),
    validate('param', ReportParam),
    loadTurbine,
    async (c) => {
      const { reportId } = c.req.valid('param')
      const key = await inCheckedTransaction(c, async (transaction, { caller, turbine }) => {
        const { key, original_filename } = await deleteReport(transaction, turbine.id, reportId)
        await writeAuditEntry(transaction, c, {
          action: 'report.delete',
          record: { id: reportId, name: original_filename },
          turbine,
          by: caller,
        })
        return key
      })
      await c.var.services.fileRemovals.remove([key])
      return c.json(ok({}))
    },
  )
