import {
  type RunningReport,
  RunningReports,
} from '#server/features/inspections/report-jobs/running-reports.ts'

declare module '#server/core/env.ts' {
  interface Services {
    runningDossiers: RunningDossiers
  }
}

/** A dossier that this process prepares: the progress is the part of the files that is read. */
export type RunningDossier = RunningReport

/** The dossiers that this process prepares. What it knows may be lost: their rows say what is to be done. */
export class RunningDossiers extends RunningReports {}
