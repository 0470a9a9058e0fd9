import type * as z from 'zod'
import type { InspectionReportDraft } from '#domain/inspections/inspection.ts'
import { ReportJob } from '#domain/inspections/report-job.ts'
import { fileJobs } from './file-jobs.ts'

/** The unfinished reports of a turbine. Each is polled by itself, so the list is not. */
export const reportJobs = fileJobs<ReportJob, z.input<typeof InspectionReportDraft>>({
  name: 'report',
  schema: ReportJob,
  pollsList: false,
})
