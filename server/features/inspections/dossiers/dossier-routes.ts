import { Hono } from 'hono'
import { DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import { InspectionParam } from '#domain/inspections/inspection.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { takesKey } from '#server/core/idempotency/takes-key.ts'
import { loadTurbine } from '#server/features/turbines/load-turbine.ts'
import { orderDossier } from './order-dossier.ts'

/** Mounted at `/api/turbines/:id/inspections`. */
export const dossierRoutes = new Hono<Env>().post(
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
