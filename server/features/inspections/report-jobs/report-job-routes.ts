import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import { ReportJob, ReportJobParam } from '#domain/inspections/report-job.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import type { Services } from '#server/features/open-features.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { shownTo } from '#server/records/published-rows.ts'
import { asReportJob } from './answered-report-job.ts'
import { cancelReportJob, getReportJob, listUnfinishedJobs } from './report-job-queries.ts'

/** Mounted at `/api/turbines/:id/report-jobs`. */
export const reportJobRoutes = new Hono<Env<Services>>()
  .get(
    '/',
    permit('report.read'),
    answers(
      'List the running report jobs of a turbine, oldest first.',
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
      'Get the progress of a report job. It is kept for seven days after its end. `error` and `message` give the reason of a failure.',
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
      'Cancel a report job. A job that has ended is returned unchanged, with its result.',
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
