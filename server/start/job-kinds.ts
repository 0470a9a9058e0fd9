import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { queuedJobOf } from '#server/features/file-jobs/run-file-job.ts'
import { dossierKind } from '#server/features/inspections/dossiers/dossier-kind.ts'
import { reportKind } from '#server/features/inspections/report-jobs/report-kind.ts'
import { tellUpload } from '#server/features/notifications/write-notifications.ts'
import type { Services } from '#server/features/open-features.ts'
import { cloudJob } from '#server/features/photos/cloud-job.ts'
import { readMetadataJob } from '#server/features/photos/read-metadata-job.ts'
import { tilesJob } from '#server/features/photos/tiles-job.ts'

/** Notifies the uploader of a prepared point cloud. Here, because notifications depend on findings, and findings on photos. */
const toldCloudJob: typeof cloudJob = {
  ...cloudJob,
  async run(services, payload) {
    await cloudJob.run(services, payload)
    await services.transactions.run((transaction) => tellUpload(transaction, payload.photoId), 'refuse')
  },
}

/** All kinds of background work. */
export const JOB_KINDS: JobKind<unknown, Services>[] = [
  readMetadataJob,
  tilesJob,
  toldCloudJob,
  queuedJobOf(reportKind),
  queuedJobOf(dossierKind),
]
