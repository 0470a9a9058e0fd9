import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { reportJobs } from '#panel/data/jobs/report-jobs.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { FileJobLine } from '#panel/frame/jobs/file-job-line.tsx'
import { type WatchedFileJob, watchedFileJobs, watchFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import { useText } from '#panel/words/use-text.ts'
import { findMakeButton } from './make-report.tsx'

interface ReportsInMakingProps {
  turbine: Turbine
  /** True if the caller may cancel. */
  mayCancel: boolean
}

/** The unfinished reports of a turbine, of every user, also those requested before the screen was opened. */
export function ReportsInMaking({ turbine, mayCancel }: ReportsInMakingProps) {
  useSignals()
  const text = useText()
  const query = useQuery(reportJobs.listQuery(turbine.id))
  const { data: found } = query
  useEffect(() => {
    for (const job of found ?? []) watchFileJob('report', turbine, job)
  }, [found, turbine])
  const own = watchedFileJobs.value.filter(
    ({ kind, turbineId }) => kind === 'report' && turbineId === turbine.id,
  )
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

function ReportInMaking({ report, mayCancel }: { report: WatchedFileJob; mayCancel: boolean }) {
  const text = useText()
  const queryClient = useQueryClient()
  const query = reportJobs.query(report)
  const { data: job } = useQuery(query)
  const year = String(report.year)
  const title = job
    ? text('reports.make.inMaking', { year, language: text(`reports.make.language.${job.language}`) })
    : text('reports.make.title', { year })
  return (
    <FileJobLine
      jobs={reportJobs}
      place={report}
      job={job}
      title={title}
      mayCancel={mayCancel}
      cancelFailed="reports.make.cancelFailed"
      onCancelled={(ended) => void (ended && queryClient.setQueryData(query.queryKey, ended))}
      findButton={findMakeButton}
    />
  )
}
