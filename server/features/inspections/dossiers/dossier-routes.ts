import { Hono } from 'hono'
import * as z from 'zod'
import { IdParam } from '#domain/fields.ts'
import {
  DossierDraft,
  DossierJob,
  DossierJobParam,
  isUnfinishedDossier,
  mayCancelDossier,
} from '#domain/inspections/dossier.ts'
import { InspectionParam } from '#domain/inspections/inspection.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import type { Services } from '#server/features/open-features.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { asDossierJob } from './answered-dossier-job.ts'
import { cancelDossierJob, getDossierJob, listDossierJobs } from './dossier-job-queries.ts'
import { orderDossier } from './order-dossier.ts'

/** Mounted at `/api/turbines/:id`. */
export const dossierRoutes = new Hono<Env<Services>>()
  .post(
    '/inspections/:year/dossier',
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
      const row = await orderDossier(c, year, c.req.valid('json'))
      return c.json(ok({ data: DossierJob.parse(asDossierJob(c, row)) }), 202)
    },
  )
  .get(
    '/dossier-jobs',
    permit('inspection.seal'),
    answers(
      'List the running and finished dossier jobs of a turbine, newest first. `url` is the download address of a finished ZIP, for seven days.',
      200,
      { data: z.array(DossierJob) },
      'turbine_not_found',
    ),
    validate('param', IdParam),
    loadTurbine,
    async (c) => {
      const { services, turbine, viewer } = c.var
      const rows = await listDossierJobs(services.db.read, viewer, turbine.id)
      return c.json(ok({ data: rows.map((row) => DossierJob.parse(asDossierJob(c, row))) }))
    },
  )
  .get(
    '/dossier-jobs/:jobId',
    permit('inspection.seal'),
    answers(
      'Get the progress of a dossier job. Once it is done, `url` is the download address of the ZIP for seven days. `error` and `message` give the reason of a failure.',
      200,
      { data: DossierJob },
      'turbine_not_found',
      'dossier_job_not_found',
    ),
    validate('param', DossierJobParam),
    loadTurbine,
    async (c) => {
      const { services, turbine, viewer } = c.var
      const { jobId } = c.req.valid('param')
      const row = await getDossierJob(services.db.read, viewer, turbine.id, jobId)
      return c.json(ok({ data: DossierJob.parse(asDossierJob(c, row)) }))
    },
  )
  .delete(
    '/dossier-jobs/:jobId',
    permit('inspection.seal'),
    answers(
      'Cancel a running dossier job. Its requester and the team may. The job is deleted, so `data` is null. A job that has ended is returned unchanged.',
      200,
      { data: DossierJob.nullable() },
      'turbine_not_found',
      'dossier_job_not_found',
      'forbidden',
    ),
    validate('param', DossierJobParam),
    loadTurbine,
    async (c) => {
      const { jobId } = c.req.valid('param')
      const { row, isCancelled } = await inCheckedTransaction(c, async (transaction, { turbine, viewer }) => {
        const row = await getDossierJob(transaction, viewer, turbine.id, jobId)
        const isOwn = row.user_id === viewer.id
        if (isUnfinishedDossier(row) && !mayCancelDossier(viewer, { is_own: isOwn }, turbine.company_id))
          throw new ApiError('forbidden')
        return { row, isCancelled: await cancelDossierJob(transaction, jobId) }
      })
      if (isCancelled) c.var.services.runningDossiers.abort(jobId)
      return c.json(ok({ data: isCancelled ? null : DossierJob.parse(asDossierJob(c, row)) }))
    },
  )
