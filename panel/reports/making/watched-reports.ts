import * as z from 'zod'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Turbine } from '#domain/turbine.ts'
import { watchJobs } from '#panel/frame/jobs/watched-jobs.ts'

/** A report that is being made, about whose end this tab tells its user, on every screen. */
const WatchedReport = z.object({
  jobId: z.int(),
  turbineId: z.int(),
  /** The name of the turbine, for the notice. */
  turbine: z.string(),
  year: z.int(),
})
export type WatchedReport = z.infer<typeof WatchedReport>

/** The reports that this tab watches for its user. */
export const {
  watched: watchedReports,
  watch: watchReport,
  forget: forgetReport,
} = watchJobs('kanat.watched-reports', WatchedReport)

/** What the notice about the end of a report needs to know. */
export function watchedOf(
  { id, turbine_name, code }: Pick<Turbine, 'id' | 'turbine_name' | 'code'>,
  job: ReportJob,
): WatchedReport {
  return { jobId: job.id, turbineId: id, turbine: turbine_name || code, year: job.year }
}
