import { WifiOff } from 'lucide-react'
import { megabytes } from '#panel/ui/megabytes.ts'
import { UploadBar } from '#panel/ui/outbox/upload-bar.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { secondsLeft, type UploadProgress } from './upload-progress.ts'

interface PhotoUploadBarProps {
  progress: UploadProgress
  onCancel: () => void
}

/** The progress of an upload of photos over all batches, with its speed and the time that is left. */
export function PhotoUploadBar({ progress, onCancel }: PhotoUploadBarProps) {
  const text = useText()
  const { sent, total, state, left, speed } = progress
  const seconds = secondsLeft(progress)
  const waitsFor = state === 'disconnected' || state === 'restarting' ? state : undefined
  return (
    <UploadBar
      sent={sent}
      total={total}
      isHeld={waitsFor !== undefined}
      status={
        <>
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
        </>
      }
      figures={
        speed !== undefined &&
        seconds !== undefined && (
          <>
            <span>{text('upload.speed', { mb: megabytes(speed) })}</span>
            <span>{timeWords(text, seconds)}</span>
          </>
        )
      }
      onCancel={onCancel}
    />
  )
}

/** The time that is left, in seconds below a minute, otherwise in minutes. */
function timeWords(text: Text, seconds: number): string {
  return seconds < 60
    ? text('upload.secondsLeft', { n: Math.max(1, Math.ceil(seconds)) })
    : text('upload.minutesLeft', { n: Math.ceil(seconds / 60) })
}
