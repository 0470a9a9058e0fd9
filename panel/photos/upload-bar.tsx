import { Progress } from '@base-ui/react/progress'
import { WifiOff } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Button } from '#panel/ui/button.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { megabytes } from './photo-words.ts'
import { secondsLeft, type UploadProgress } from './upload-progress.ts'

interface UploadBarProps {
  progress: UploadProgress
  onCancel: () => void
}

/** The progress bar of an upload, in bytes over all batches, with its speed and the time that is left. */
export function UploadBar({ progress, onCancel }: UploadBarProps) {
  const intl = useIntl()
  const text = useText()
  const { sent, total, state, left, speed } = progress
  const share = total > 0 ? sent / total : 0
  const waitsFor = state === 'disconnected' || state === 'restarting' ? state : undefined
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
          {!waitsFor && (
            <span className="font-medium text-ink">
              {text(state === 'reading' ? 'upload.reading' : 'upload.uploading')}
            </span>
          )}
          {/* It is always there, because screen readers announce only changes of a status that they know. */}
          <span role="status" className="font-medium text-amber">
            {waitsFor && (
              <>
                <WifiOff aria-hidden className="mr-1.5 inline size-4 align-[-3px]" strokeWidth={1.75} />
                {text(`upload.${waitsFor}`, { n: left })}
              </>
            )}
          </span>
          <span className="ml-auto flex gap-3 whitespace-nowrap tabular-nums">
            {speed !== undefined && (
              <>
                <span>{text('upload.speed', { mb: megabytes(speed) })}</span>
                <span>{timeWords(text, secondsLeft(progress) ?? 0)}</span>
              </>
            )}
            <span>{text('upload.bytes', { sent: megabytes(sent), total: megabytes(total) })}</span>
            <span className="inline-block w-9 text-right font-medium text-ink">
              {intl.formatNumber(share, { style: 'percent' })}
            </span>
          </span>
        </div>
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-hairline">
          <Progress.Indicator
            className={`h-full rounded-full transition-[width] duration-150 ${waitsFor ? 'bg-amber' : 'bg-action'}`}
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

/** The time that is left, in seconds below a minute, otherwise in minutes. */
function timeWords(text: Text, seconds: number): string {
  return seconds < 60
    ? text('upload.secondsLeft', { n: Math.max(1, Math.ceil(seconds)) })
    : text('upload.minutesLeft', { n: Math.ceil(seconds / 60) })
}
