import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { dossierJob } from '#server/features/inspections/dossiers/dossier-job.ts'
import { reportJob } from '#server/features/inspections/report-jobs/report-job.ts'
import { cloudJob } from '#server/features/photos/cloud-job.ts'
import { readMetadataJob } from '#server/features/photos/read-metadata-job.ts'
import { tilesJob } from '#server/features/photos/tiles-job.ts'

/** All kinds of work that goes on after the answer to a request. */
export const JOB_KINDS: JobKind[] = [readMetadataJob, tilesJob, cloudJob, reportJob, dossierJob]
