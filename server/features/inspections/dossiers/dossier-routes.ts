import { Hono } from 'hono'
import { DossierDraft, DossierJob, DossierJobParam } from '#domain/inspections/dossier.ts'
import { InspectionParam } from '#domain/inspections/inspection.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { asDossierJob } from './answered-dossier-job.ts'
import { getDossierJob } from './dossier-job-queries.ts'
import { orderDossier } from './order-dossier.ts'

/** Mounted at `/api/turbines/:id`. */
export const dossierRoutes = new Hono<Env>()
  .post(
    '/inspections/:year/dossier',
    permit('inspection.seal'),
    answers(
      'Order the sealed dossier of an inspection: a ZIP with the newest published version as canonical JSON, the reports that Kanat has made of it, the photos of the version (`photos`: the originals, or pictures at most 2560 pixels wide), `SHA256SUMS` and its signature, which two commands verify without Kanat. The answer is its job, of which `GET …/dossier-jobs/{jobId}` says how far it is. While the same dossier is not finished, ordering it again answers the same job.',
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
      const row = await orderDossier(c, year, c.req.valid('json').photos)
      return c.json(ok({ data: DossierJob.parse(asDossierJob(c, row)) }), 202)
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
