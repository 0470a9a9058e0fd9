import type { DossierJob } from '#domain/inspections/dossier.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'
import { sentence } from '#server/infrastructure/errors.ts'
import { mediaUrl } from '#server/infrastructure/store/media-url.ts'
import type { DossierJobRow } from './dossier-job-queries.ts'

/** The job as the API answers it. The process that prepares the dossier knows its progress best. */
export function asDossierJob(
  c: ApiContext<SignedIn, Services>,
  { address, error, failed_file, user_id, ...row }: DossierJobRow,
): DossierJob {
  const running = row.state === 'running' ? c.var.services.runningDossiers.progressOf(row.id) : undefined
  const reason =
    failed_file === null
      ? undefined
      : { code: 'damaged_dossier_file' as const, values: { name: failed_file } }
  return {
    ...row,
    progress: running ?? row.progress,
    url: row.state === 'done' ? mediaUrl(`dossiers/${address}`) : null,
    error,
    is_own: user_id === c.var.viewer.id,
    message: error && sentence(c, error, error === 'forbidden' ? { code: 'dossier_forbidden' } : reason),
  }
}
