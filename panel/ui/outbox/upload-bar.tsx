import { Progress } from '@base-ui/react/progress'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '#panel/words/use-text.ts'
import { Button } from '../button.tsx'
import { megabytes } from '../megabytes.ts'

interface UploadBarProps {
  /** Bytes of the files, over all requests. */
  sent: number
  total: number
  /** The current state of the upload, as text. */
  status: ReactNode
  /** Further figures, such as the speed. */
  figures?: ReactNode
  /** True while the upload waits, for example for the network. */
  isHeld?: boolean
  onCancel: () => void
}

/** The progress bar of an upload, in bytes. */
export function UploadBar({ sent, total, status, figures, isHeld = false, onCancel }: UploadBarProps) {
  const intl = useIntl()
  const text = useText()
  const share = total > 0 ? sent / total : 0
  return (
    <div className="mt-3 flex items-end gap-4">
      <Progress.Root
        value={sent}
        max={Math.max(total, 1)}
        aria-label={text('upload.progress')}
        className="flex-1"
        getAriaValueText={() => intl.formatNumber(share, { style: 'percent' })}
      >
        <div className="mb-1.5 flex justify-between gap-4 text-note text-ink-soft">
          {status}
          <span className="ml-auto flex gap-3 whitespace-nowrap tabular-nums">
            {figures}
            <span>{text('upload.bytes', { sent: megabytes(sent), total: megabytes(total) })}</span>
            <span className="inline-block w-11 text-right font-medium text-ink">
              {intl.formatNumber(share, { style: 'percent' })}
            </span>
          </span>
        </div>
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-hairline">
          <Progress.Indicator
            className={`h-full rounded-full transition-[width] duration-150 ${isHeld ? 'bg-amber' : 'bg-action'}`}
          />
        </Progress.Track>
      </Progress.Root>
      {/* It replaces the pressed upload button, so it takes its focus. */}
      <Button size="small" autoFocus onClick={onCancel}>
        {text('upload.cancel')}
      </Button>
    </div>
  )
}
