import type { ReportJob } from '#domain/inspections/report-job.ts'
import { refreshLists } from '#panel/data/cached-lists.ts'
import { reportJobs } from '#panel/data/jobs/report-jobs.ts'
import { listsAfterReport } from '#panel/data/reports.ts'
import { FileJobNotices } from '#panel/frame/jobs/file-job-notices.tsx'
import type { WatchedFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import type { Notice } from '#panel/ui/layers/notices.ts'
import type { Text } from '#panel/words/use-text.ts'

export function ReportNotices() {
  return (
    <FileJobNotices
      jobs={reportJobs}
      noticeOf={noticeOf}
      refresh={(queryClient, turbineId, ended) => {
        if (ended?.state === 'done') refreshLists(queryClient, listsAfterReport(turbineId))
      }}
    />
  )
}

function noticeOf(
  text: Text,
  { turbine, year }: WatchedFileJob,
  ended: ReportJob | undefined,
): Notice | undefined {
  // Its turbine was deleted, or belongs to another company now.
  if (!ended) return undefined
  const language = text(`reports.make.language.${ended.language}`)
  const message = text('reports.make.about', { turbine, year: String(year), language })
  if (ended.state === 'cancelled') return { tone: 'info', title: text('reports.make.cancelled'), message }
  if (ended.state === 'done')
    return { tone: 'success', title: text('reports.make.done'), message, stays: true }
  const reason = [message, ended.message].filter(Boolean).join(' · ')
  return { tone: 'error', title: text('reports.make.failed'), message: reason, stays: true }
}
