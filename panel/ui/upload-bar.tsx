import { Progress } from '@base-ui/react/progress'
import { useIntl } from 'react-intl'
import { useText } from '#panel/words/use-text.ts'
import { Button } from './button.tsx'
import { megabytes } from './megabytes.ts'

export interface UploadProgress {
  /** Bytes of the files, over all requests. */
  sent: number
  total: number
  /** True when the current request is sent completely and the server processes it. */
  waiting: boolean
}

interface UploadBarProps {
  progress: UploadProgress
  /** The text while the server processes the files. */
  waitingText: string
  onCancel: () => void
}

/** The progress bar of an upload, in bytes. */
export function UploadBar({ progress, waitingText, onCancel }: UploadBarProps) {
  const intl = useIntl()
  const text = useText()
  const { sent, total, waiting } = progress
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
        <div className="mb-1.5 flex justify-between text-note text-ink-soft">
          <span className="font-medium text-ink">{waiting ? waitingText : text('upload.uploading')}</span>
          <span>
            {text('upload.bytes', { sent: megabytes(sent), total: megabytes(total) })}
            <span className="ml-3 inline-block w-11 text-right font-medium text-ink">
              {intl.formatNumber(share, { style: 'percent' })}
            </span>
          </span>
        </div>
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-hairline">
          <Progress.Indicator className="h-full rounded-full bg-action transition-[width] duration-150" />
        </Progress.Track>
      </Progress.Root>
      {/* It replaces the pressed upload button, so it takes its focus. */}
      <Button size="small" autoFocus onClick={onCancel}>
        {text('upload.cancel')}
      </Button>
    </div>
  )
}
