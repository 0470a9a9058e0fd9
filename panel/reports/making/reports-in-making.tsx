import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { cancelReport, reportJobQuery, unfinishedReportsQuery } from '#panel/data/report-jobs.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { JobLine } from '#panel/frame/jobs/job-line.tsx'
import { useText } from '#panel/words/use-text.ts'
import { findMakeButton } from './make-report.tsx'
import { type WatchedReport, watchedOf, watchedReports, watchReport } from './watched-reports.ts'

interface ReportsInMakingProps {
  turbine: Turbine
  /** True if the viewer may cancel. */
  mayCancel: boolean
}

/** The reports of a turbine that are being made, whoever has ordered them: also those that were ordered before the screen was opened. */
export function ReportsInMaking({ turbine, mayCancel }: ReportsInMakingProps) {
  useSignals()
  const text = useText()
  const query = useQuery(unfinishedReportsQuery(turbine.id))
  const { data: found } = query
  useEffect(() => {
    for (const job of found ?? []) watchReport(watchedOf(turbine, job))
  }, [found, turbine])
  const own = watchedReports.value.filter(({ turbineId }) => turbineId === turbine.id)
  return (
    <>
      <LoadFailure query={query} title={text('reports.make.listFailed')} className="mb-5" />
      {own.length > 0 && (
        <ul className="mb-5 grid gap-3">
          {own.map((report) => (
            <ReportInMaking key={report.jobId} report={report} mayCancel={mayCancel} />
          ))}
        </ul>
      )}
    </>
  )
}

function ReportInMaking({ report, mayCancel }: { report: WatchedReport; mayCancel: boolean }) {
  const text = useText()
  const queryClient = useQueryClient()
  const query = reportJobQuery(report)
  const line = useRef<HTMLLIElement>(null)
  const { data: job } = useQuery(query)
  const { mutate, isPending } = useApiMutation({
    name: ['report.cancel', report.jobId],
    call: cancelReport,
    onSuccess: (ended) => {
      queryClient.setQueryData(query.queryKey, ended)
      // The pressed button goes away with the line. Browsers differ in what has the focus while it is disabled. Who has gone on stays there.
      const { activeElement } = document
      if (activeElement === document.body || line.current?.contains(activeElement)) findMakeButton()?.focus()
    },
    failureToast: (error) => ({ title: text('reports.make.cancelFailed'), message: errorText(text, error) }),
  })
  const progress = job?.state === 'queued' || !job ? null : job.progress
  const year = String(report.year)
  const title = job
    ? text('reports.make.inMaking', { year, language: text(`reports.make.language.${job.language}`) })
    : text('reports.make.title', { year })
  return (
    <JobLine
      ref={line}
      title={title}
      progress={progress}
      cancel={mayCancel ? { busy: isPending, run: () => mutate(report) } : undefined}
    />
  )
}
