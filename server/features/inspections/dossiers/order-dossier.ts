import type { DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { orderFile } from '#server/features/file-jobs/order-file.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import { dossierKind } from './dossier-kind.ts'
import { findNewestVersion, findPublishedVersion } from './dossier-versions.ts'
import { deleteOldestDossiers } from './prepared-dossiers.ts'

/**
 * Starts a dossier job for a published version, or returns the unfinished job of the same dossier.
 *
 * @throws ApiError `inspection_not_found` for readers of published data, `version_not_found` for the team, if nothing is published;
 *   `version_not_found` if there is no such version or it was withdrawn; those of `orderFile`
 */
export function orderDossier(
  c: ApiContext<SignedIn & { turbine: Turbine }, Services>,
  year: number,
  { photos, version: wanted }: DossierDraft,
): Promise<DossierJob> {
  return orderFile(c, dossierKind, {
    async findSubject(transaction, { caller, turbine }) {
      const newest = await findNewestVersion(transaction, turbine.id, year)
      if (!newest)
        throw new ApiError(seesOnlyPublished(caller.role) ? 'inspection_not_found' : 'version_not_found')
      const place = { turbineId: turbine.id, year }
      const found =
        wanted === null ? newest : await findPublishedVersion(transaction, { ...place, version: wanted })
      if (!found) throw new ApiError('version_not_found')
      return { ...place, version: found.version, variant: photos, extent: 'full' }
    },
    admit: (transaction, _, { caller }) => deleteOldestDossiers(transaction, caller.id),
  })
}
