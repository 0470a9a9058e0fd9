import { Progress } from '@base-ui/react/progress'
import type { Ref } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface JobLineProps {
  ref: Ref<HTMLLIElement>
  title: string
  /** From 0 to 1; null while the job waits. */
  progress: number | null
  /** Left out for those who may not cancel it. */
  cancel?: { busy: boolean; run: () => void } | undefined
}

/** A job of the server in a list of them: how far it is, and the button that cancels it. */
export function JobLine({ ref, title, progress, cancel }: JobLineProps) {
  const intl = useIntl()
  const text = useText()
  return (
    <li ref={ref} className="flex items-end gap-4 rounded border border-hairline bg-surface-sunken p-4">
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
            {progress === null ? text('job.queued') : text('job.running', { share: progress })}
          </span>
        </div>
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-hairline">
          {progress !== null && (
            <Progress.Indicator className="h-full rounded-full bg-action transition-[width] duration-150" />
          )}
        </Progress.Track>
      </Progress.Root>
      {cancel && (
        <Button
          size="small"
          busy={cancel.busy}
          aria-label={text('job.cancel', { title })}
          onClick={cancel.run}
        >
          {text('common.cancel')}
        </Button>
      )}
    </li>
  )
}
