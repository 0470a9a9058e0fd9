import type { DossierDraft } from '#domain/inspections/dossier.ts'
import { DOSSIERS_ORDERED_MAX } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { makeOncePerKey } from '#server/core/idempotency/make-once-per-key.ts'
import { countUnfinished } from '#server/features/inspections/count-unfinished.ts'
import { ApiError, tooManyRequests } from '#server/infrastructure/errors.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import { dossierJob } from './dossier-job.ts'
import {
  type DossierJobRow,
  findUnfinishedDossier,
  getDossierJob,
  insertDossierJob,
} from './dossier-job-queries.ts'
import { findNewestVersion, findPublishedVersion } from './dossier-versions.ts'

/** `Retry-After` for a user with too many unfinished dossiers, in seconds. */
const RETRY_SECONDS = 30

/**
 * Starts a dossier job for a published version, or returns the unfinished job of the same dossier.
 *
 * @throws ApiError `inspection_not_found` for readers of published data, `version_not_found` for the team, if nothing is published;
 *   `version_not_found` if there is no such version or it was withdrawn; `too_many_requests`; `turbine_not_found` if the turbine was
 *   deleted meanwhile
 */
export function orderDossier(
  c: ApiContext<SignedIn & { turbine: Turbine }>,
  year: number,
  { photos, version: wanted }: DossierDraft,
): Promise<DossierJobRow> {
  const { services } = c.var
  return makeOncePerKey(c, {
    async make(transaction, { viewer, turbine }) {
      const newest = await findNewestVersion(transaction, turbine.id, year)
      if (!newest)
        throw new ApiError(seesOnlyPublished(viewer.role) ? 'inspection_not_found' : 'version_not_found')
      const version =
        wanted === null ? newest : await findPublishedVersion(transaction, turbine.id, year, wanted)
      if (!version) throw new ApiError('version_not_found')
      const subject = { turbineId: turbine.id, versionId: version.id, photos }
      const known = await findUnfinishedDossier(transaction, subject)
      if (known !== undefined) return known
      const { ofUser, ofCompany } = await countUnfinished(
        transaction,
        'dossier_job',
        viewer.id,
        turbine.company_id,
      )
      if (ofUser >= DOSSIERS_ORDERED_MAX) throw tooManyRequests(RETRY_SECONDS, 'wait_dossiers')
      const jobId = await insertDossierJob(transaction, subject, viewer.id)
      const ahead = Math.max(ofUser, ofCompany)
      await services.jobs.add(transaction, dossierJob, { jobId, companyId: turbine.company_id, ahead })
      return jobId
    },
    read: (transaction, { viewer, turbine }, jobId) => getDossierJob(transaction, viewer, turbine.id, jobId),
  })
}
