import { DOSSIER_FAILURES, DossierJob, mayCancelDossier } from '#domain/inspections/dossier.ts'
import { DOSSIERS_ORDERED_MAX } from '#domain/limits.ts'
import type { FileJobKind } from '#server/features/file-jobs/file-job-kind.ts'
import { mediaUrl } from '#server/infrastructure/store/media-url.ts'
import { makeDossier } from './make-dossier.ts'

/** The sealed dossiers. */
export const dossierKind: FileJobKind<DossierJob> = {
  name: 'dossier',
  jobName: 'prepare-dossier',
  notFound: 'dossier_job_not_found',
  schema: DossierJob,
  fieldsOf: ({ address, version, variant, size, user_id }, caller) => ({
    url: address && mediaUrl(`dossiers/${address}`),
    version,
    photos: variant,
    size,
    is_own: user_id === caller.id,
  }),
  failures: DOSSIER_FAILURES,
  reasonOf(failure, file) {
    if (failure === 'forbidden') return { code: 'dossier_forbidden' }
    return file === null ? undefined : { code: 'damaged_dossier_file', values: { name: file } }
  },
  actions: { read: 'inspection.seal', cancel: 'inspection.seal' },
  summaries: {
    list: 'List the running and finished dossier jobs of a turbine, newest first. `url` is the download address of a finished ZIP, for seven days.',
    get: 'Get the progress of a dossier job. Once it is done, `url` is the download address of the ZIP for seven days. `error` and `message` give the reason of a failure.',
    cancel:
      'Cancel a running dossier job. Only the requester or the team may cancel. The job is deleted, so `data` is null. A job that has ended is returned unchanged.',
  },
  listed: { states: ['queued', 'running', 'done'], order: 'desc' },
  keepsCancelled: false,
  mayCancel: (caller, { user_id }, turbine) =>
    mayCancelDossier(caller, { is_own: user_id === caller.id }, turbine.company_id),
  orderedMax: DOSSIERS_ORDERED_MAX,
  retrySeconds: 30,
  waitReason: 'wait_dossiers',
  make: makeDossier,
}
