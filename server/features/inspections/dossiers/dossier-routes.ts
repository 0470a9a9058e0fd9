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
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { asDossierJob } from './answered-dossier-job.ts'
import { cancelDossierJob, getDossierJob, listDossierJobs } from './dossier-job-queries.ts'
import { orderDossier } from './order-dossier.ts'

/** Mounted at `/api/turbines/:id`. */
export const dossierRoutes = new Hono<Env>()
  .post(
    '/inspections/:year/dossier',
    permit('inspection.seal'),
    answers(
      'Order the sealed dossier of an inspection: a ZIP with a published version (`version`, or the newest one) as canonical JSON, the reports that Kanat has made of it (it waits for those that are being made), the photos of the version (`photos`: the originals, or pictures at most 2560 pixels wide), `SHA256SUMS` and its signature, which two commands verify without Kanat. The answer is its job, of which `GET …/dossier-jobs/{jobId}` says how far it is. While the same dossier is not finished, ordering it again answers the same job.',
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
      'List the ordered dossiers of a turbine that are prepared or not finished, the newest first. `url` is where the ZIP of a prepared one is downloaded, for seven days.',
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
      'Get how far an ordered dossier is. From its end on, `url` is where the ZIP is downloaded, for seven days. `error` and `message` say why it has failed.',
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
      'Cancel an ordered dossier that is not finished: who has ordered it may, and the team. Its order is deleted, so `data` is null. One that has ended stays as it is and is answered.',
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
