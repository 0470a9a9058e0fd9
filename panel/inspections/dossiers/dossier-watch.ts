import * as z from 'zod'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import type { Turbine } from '#domain/turbine.ts'
import { watchJobs } from '#panel/frame/jobs/watched-jobs.ts'

/** A dossier that is being prepared, about whose end this tab tells its user, on every screen. */
const WatchedDossier = z.object({
  jobId: z.int(),
  turbineId: z.int(),
  /** The name of the turbine, for the notice. */
  turbine: z.string(),
  year: z.int(),
  version: z.int(),
})
export type WatchedDossier = z.infer<typeof WatchedDossier>

/** The dossiers that this tab watches for its user. */
export const {
  watched: watchedDossiers,
  watch: watchDossier,
  forget: forgetDossier,
} = watchJobs('kanat.watched-dossiers', WatchedDossier)

/** What the notice about the end of a dossier needs to know. */
export function watchedOf(
  { id, turbine_name, code }: Pick<Turbine, 'id' | 'turbine_name' | 'code'>,
  { id: jobId, year, version }: DossierJob,
): WatchedDossier {
  return { jobId, turbineId: id, turbine: turbine_name || code, year, version }
}
