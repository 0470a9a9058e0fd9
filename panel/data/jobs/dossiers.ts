import { type DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import { fileJobs } from './file-jobs.ts'

/** The dossiers of a turbine, the newest first, without failed ones. */
export const dossierJobs = fileJobs<DossierJob, DossierDraft>({
  name: 'dossier',
  schema: DossierJob,
  pollsList: true,
})
