import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type FileJob, isUnfinished } from '#domain/file-job.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { FileJobs } from './file-job-calls.ts'
import { forgetFileJob, type WatchedFileJob, watchedFileJobs } from './watched-file-jobs.ts'

interface FileJobNoticesProps<Job extends FileJob> {
  jobs: FileJobs<Job>
}

/** Tells the user on every screen when a file is there, or why it could not be made. It shows nothing itself. */
export function FileJobNotices<Job extends FileJob>({ jobs }: FileJobNoticesProps<Job>) {
  useSignals()
  return watchedFileJobs.value
    .filter(({ kind }) => kind === jobs.name)
    .map((watched) => <FileJobNotice key={watched.jobId} jobs={jobs} watched={watched} />)
}

interface FileJobNoticeProps<Job extends FileJob> extends FileJobNoticesProps<Job> {
  watched: WatchedFileJob
}

function FileJobNotice<Job extends FileJob>({ jobs, watched }: FileJobNoticeProps<Job>) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery(jobs.query(watched))
  // It was cancelled, or its version, its turbine or the right to see them is gone.
  const isGone = error instanceof RequestError && error.status === 404

  const tell = useEffectEvent((ended: Job | undefined) => {
    forgetFileJob(watched.jobId)
    jobs.refresh(queryClient, watched.turbineId, ended)
    const notice = jobs.noticeOf(text, watched, ended)
    if (notice) notify(notice)
  })
  useEffect(() => {
    if (isGone) tell(undefined)
    else if (job && !isUnfinished(job)) tell(job)
  }, [job, isGone])
  return null
}
