import { Progress } from '@base-ui/react/progress'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { FileJob } from '#domain/inspections/file-job.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import type { FileJobPlace, FileJobs } from '#panel/data/jobs/file-jobs.ts'
import { Button } from '#panel/ui/button.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

interface FileJobLineProps<Job extends FileJob> {
  jobs: FileJobs<Job>
  place: FileJobPlace
  /** Undefined until it is loaded. */
  job: Job | undefined
  title: string
  mayCancel: boolean
  /** Shown if the job cannot be cancelled. */
  cancelFailed: MessageId
  onCancelled: (ended: Job | null) => void | Promise<void>
  /** The button that orders another file, which gets the focus after the line. */
  findButton: () => HTMLElement | undefined
}

/** A file that is being made, in a list: its progress, and the button that cancels it. */
export function FileJobLine<Job extends FileJob>(props: FileJobLineProps<Job>) {
  const { jobs, place, job, title, mayCancel, cancelFailed, onCancelled, findButton } = props
  const intl = useIntl()
  const text = useText()
  const line = useRef<HTMLLIElement>(null)
  const { mutate, isPending } = useApiMutation({
    name: [`${jobs.name}.cancel`, place.jobId],
    call: jobs.cancel,
    onSuccess: async (ended) => {
      // The pressed button goes away with the line. Browsers differ in what has the focus while it is disabled. A user who has gone on stays there.
      const { activeElement } = document
      const isHere = activeElement === document.body || line.current?.contains(activeElement)
      const done = onCancelled(ended)
      if (isHere) findButton()?.focus()
      await done
    },
    failureToast: (error) => ({ title: text(cancelFailed), message: errorText(text, error) }),
  })
  const progress = !job || job.state === 'queued' ? null : job.progress
  return (
    <li ref={line} className="flex items-end gap-4 rounded border border-hairline bg-surface-sunken p-4">
      <Progress.Root
        value={progress === null ? null : progress * 100}
        aria-label={title}
        className="min-w-0 flex-1"
        getAriaValueText={() =>
          progress === null ? text('job.queued') : intl.formatNumber(progress, { style: 'percent' })
        }
      >
        <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-note text-ink-soft">
          <span className="font-medium text-ink">{title}</span>
          <span className="tabular-nums">
            {progress === null ? text('job.queued') : text('job.running', { progress: progress })}
          </span>
        </div>
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-hairline">
          {progress !== null && (
            <Progress.Indicator className="h-full rounded-full bg-action transition-[width] duration-150" />
          )}
        </Progress.Track>
      </Progress.Root>
      {mayCancel && (
        <Button
          size="small"
          busy={isPending}
          aria-label={text('job.cancel', { title })}
          onClick={() => mutate(place)}
        >
          {text('common.cancel')}
        </Button>
      )}
    </li>
  )
}
