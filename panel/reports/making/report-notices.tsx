import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isUnfinished } from '#domain/file-job.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { refreshReports } from '../reports-query.ts'
import { reportJobQuery } from './report-job-calls.ts'
import { forgetReport, type WatchedReport, watchedReports } from './watched-reports.ts'

/** Tells the user on every screen when a report is there, or why it could not be made. It shows nothing itself. */
export function ReportNotices() {
  useSignals()
  return watchedReports.value.map((report) => <ReportNotice key={report.jobId} report={report} />)
}

function ReportNotice({ report }: { report: WatchedReport }) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery(reportJobQuery(report))
  // Its turbine was deleted, or belongs to another company now.
  const isGone = error instanceof RequestError && error.status === 404

  const tell = useEffectEvent((ended: ReportJob | undefined) => {
    forgetReport(report.jobId)
    if (!ended) return
    const language = text(`reports.make.language.${ended.language}`)
    const message = text('reports.make.about', {
      turbine: report.turbine,
      year: String(report.year),
      language,
    })
    if (ended.state === 'done') {
      refreshReports(queryClient, report.turbineId)
      notify({ tone: 'success', title: text('reports.make.done'), message, stays: true })
    }
    if (ended.state === 'failed') {
      const reason = [message, ended.message].filter(Boolean).join(' · ')
      notify({ tone: 'error', title: text('reports.make.failed'), message: reason, stays: true })
    }
    if (ended.state === 'cancelled') notify({ tone: 'info', title: text('reports.make.cancelled'), message })
  })
  useEffect(() => {
    if (isGone) tell(undefined)
    else if (job && !isUnfinished(job)) tell(job)
  }, [job, isGone])
  return null
}
