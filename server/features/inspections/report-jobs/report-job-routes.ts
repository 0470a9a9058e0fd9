import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { ReportJob, ReportJobParam } from '#domain/inspections/report-job.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { shownTo } from '#server/infrastructure/database/published-rows.ts'
import { asReportJob } from './answered-report-job.ts'
import { cancelReportJob, getReportJob, listUnfinishedJobs } from './report-job-queries.ts'

/** Mounted at `/api/turbines/:id/report-jobs`. */
export const reportJobRoutes = new Hono<Env>()
  .get(
    '/',
    permit('report.read'),
    answers(
      'List the inspection reports of a turbine that are ordered and not finished, the oldest first.',
      200,
      { data: z.array(ReportJob) },
      'turbine_not_found',
    ),
    validate('param', IdParam),
    loadTurbine,
    async (c) => {
      const { services, viewer, turbine } = c.var
      const rows = await listUnfinishedJobs(shownTo(viewer.role, services.db.read), turbine.id)
      return c.json(ok({ data: rows.map((row) => asReportJob(c, row)) }))
    },
  )
  .get(
    '/:jobId',
    permit('report.read'),
    answers(
      'Get how far an ordered inspection report is. It can be asked for seven days after its end. `error` and `message` say why it has failed.',
      200,
      { data: ReportJob },
      'turbine_not_found',
      'report_job_not_found',
    ),
    validate('param', ReportJobParam),
    loadTurbine,
    async (c) => {
      const { services, viewer, turbine } = c.var
      const read = shownTo(viewer.role, services.db.read)
      const row = await getReportJob(read, turbine.id, c.req.valid('param').jobId)
      return c.json(ok({ data: asReportJob(c, row) }))
    },
  )
  .delete(
    '/:jobId',
    permit('report.cancel'),
    answers(
      'Cancel an ordered inspection report. One that has ended stays as it is, and the answer says how it has ended.',
      200,
      { data: ReportJob },
      'turbine_not_found',
      'report_job_not_found',
    ),
    validate('param', ReportJobParam),
    loadTurbine,
    async (c) => {
      const { jobId } = c.req.valid('param')
      const row = await inCheckedTransaction(c, async (transaction, { turbine }) => {
        await getReportJob(transaction, turbine.id, jobId)
        await cancelReportJob(transaction, jobId)
        return getReportJob(transaction, turbine.id, jobId)
      })
      if (row.state === 'cancelled') c.var.services.runningReports.abort(jobId)
      return c.json(ok({ data: asReportJob(c, row) }))
    },
  )
