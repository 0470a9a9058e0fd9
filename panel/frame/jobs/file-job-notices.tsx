import { useSignals } from '@preact/signals-react/runtime'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type FileJob, isUnfinished } from '#domain/inspections/file-job.ts'
import { RequestError } from '#panel/api/request-error.ts'
import type { FileJobs } from '#panel/data/jobs/file-jobs.ts'
import type { Notice } from '#panel/ui/layers/notices.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { forgetFileJob, type WatchedFileJob, watchedFileJobs } from './watched-file-jobs.ts'

interface FileJobNoticesProps<Job extends FileJob> {
  jobs: FileJobs<Job>
  /** The notice about the end of a job. @param ended undefined if the job is no longer found */
  noticeOf: (text: Text, watched: WatchedFileJob, ended: Job | undefined) => Notice | undefined
  /** Refreshes the lists that the end of a job makes old. */
  refresh: (queryClient: QueryClient, turbineId: number, ended: Job | undefined) => void
}

/** Tells the user on every screen when a file is there, or why it could not be made. It shows nothing itself. */
export function FileJobNotices<Job extends FileJob>(props: FileJobNoticesProps<Job>) {
  useSignals()
  return watchedFileJobs.value
    .filter(({ kind }) => kind === props.jobs.name)
    .map((watched) => <FileJobNotice key={watched.jobId} {...props} watched={watched} />)
}

interface FileJobNoticeProps<Job extends FileJob> extends FileJobNoticesProps<Job> {
  watched: WatchedFileJob
}

function FileJobNotice<Job extends FileJob>(props: FileJobNoticeProps<Job>) {
  const { jobs, noticeOf, refresh, watched } = props
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery(jobs.query(watched))
  // It was cancelled, or its version, its turbine or the right to see them is gone.
  const isGone = error instanceof RequestError && error.status === 404

  const tell = useEffectEvent((ended: Job | undefined) => {
    forgetFileJob(watched.jobId)
    refresh(queryClient, watched.turbineId, ended)
    const notice = noticeOf(text, watched, ended)
    if (notice) notify(notice)
  })
  useEffect(() => {
    if (isGone) tell(undefined)
    else if (job && !isUnfinished(job)) tell(job)
  }, [job, isGone])
  return null
}
