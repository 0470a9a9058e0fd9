import { ReportJob } from '#domain/inspections/report-job.ts'
import { fileJobs } from '#panel/frame/jobs/file-job-calls.ts'
import { refreshReports } from '../reports-query.ts'

/** The reports that are being made. Each is polled by itself, so that their list is not. */
export const reportJobs = fileJobs<ReportJob>({
  name: 'report',
  schema: ReportJob,
  pollsList: false,
  noticeOf(text, { turbine, year }, ended) {
    // Its turbine was deleted, or belongs to another company now.
    if (!ended) return undefined
    const language = text(`reports.make.language.${ended.language}`)
    const message = text('reports.make.about', { turbine, year: String(year), language })
    if (ended.state === 'cancelled') return { tone: 'info', title: text('reports.make.cancelled'), message }
    if (ended.state === 'done')
      return { tone: 'success', title: text('reports.make.done'), message, stays: true }
    const reason = [message, ended.message].filter(Boolean).join(' · ')
    return { tone: 'error', title: text('reports.make.failed'), message: reason, stays: true }
  },
  refresh(queryClient, turbineId, ended) {
    if (ended?.state === 'done') refreshReports(queryClient, turbineId)
  },
})
