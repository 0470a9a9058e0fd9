import { Upload, X } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'
import { Button } from './button.tsx'
import { UploadBar, type UploadProgress } from './upload-bar.tsx'

interface StagedBarProps {
  /** How many staged files wait for their upload, and how many the server did not accept. */
  waiting: number
  refused: number
  /** Where the files will be, as text. */
  place: string
  /** Null while no upload runs. */
  progress: UploadProgress | null
  /** The text while the server processes the files. */
  waitingText: string
  onUpload: () => void
  onCancel: () => void
  onRemoveRefused: () => void
}

/** The heading of staged files: how many there are, the upload button, and the progress of the upload. */
export function StagedBar(props: StagedBarProps) {
  const text = useText()
  const { waiting, refused, place, progress, waitingText, onUpload, onCancel, onRemoveRefused } = props
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <p className="mr-auto text-body text-ink-soft">
          <span className="font-medium text-ink">{summary()}</span>
          {waiting > 0 && (
            <>
              <span className="mx-2 text-ink-faint">→</span>
              {place}
            </>
          )}
        </p>
        {!progress && refused > 0 && (
          <Button look="ghost" icon={X} onClick={onRemoveRefused}>
            {text('staged.removeRefused')}
          </Button>
        )}
        {!progress && waiting > 0 && (
          <Button look="primary" icon={Upload} onClick={onUpload}>
            {text('staged.upload', { n: waiting })}
          </Button>
        )}
      </div>
      {progress && <UploadBar progress={progress} waitingText={waitingText} onCancel={onCancel} />}
    </>
  )

  function summary(): string {
    if (progress) return text('staged.sending', { n: waiting })
    if (waiting > 0) return text('staged.count', { n: waiting })
    return text('staged.refused', { n: refused })
  }
}
