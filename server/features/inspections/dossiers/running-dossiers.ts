import {
  type RunningReport,
  RunningReports,
} from '#server/features/inspections/report-jobs/running-reports.ts'

/** A dossier in preparation by this process: the progress is the fraction of read files. */
export type RunningDossier = RunningReport

/** The dossiers in preparation by this process. This may be lost: their rows are authoritative. */
export class RunningDossiers extends RunningReports {}
