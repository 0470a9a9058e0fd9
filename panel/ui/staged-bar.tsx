import { Upload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { Button } from './button.tsx'

interface StagedBarProps {
  /** How many staged files wait for their upload, and how many the server did not accept. */
  waiting: number
  refused: number
  /** The target of the files, as text. */
  place: string
  /** How many files are being uploaded; undefined while no upload runs. */
  sending: number | undefined
  /** True while `bar` tells how many files there are. */
  hidesCount?: boolean
  /** The progress bar of a running upload. */
  bar: ReactNode
  onUpload: () => void
  onRemoveRefused: () => void
}

/** The heading of staged files: how many there are, the upload button, and the progress of the upload. */
export function StagedBar(props: StagedBarProps) {
  const text = useText()
  const { waiting, refused, place, sending, hidesCount = false, bar, onUpload, onRemoveRefused } = props
  const isUploading = sending !== undefined
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <p className="mr-auto text-body text-ink-soft">
          {!hidesCount && (
            <span className="font-medium text-ink">
              {summary()}
              {waiting > 0 && <span className="mx-2 font-normal text-ink-faint">→</span>}
            </span>
          )}
          {waiting > 0 && place}
        </p>
        {!isUploading && refused > 0 && (
          <Button look="ghost" icon={X} onClick={onRemoveRefused}>
            {text('staged.removeRefused')}
          </Button>
        )}
        {!isUploading && waiting > 0 && (
          <Button look="primary" icon={Upload} onClick={onUpload}>
            {text('staged.upload', { n: waiting })}
          </Button>
        )}
      </div>
      {bar}
    </>
  )

  function summary(): string {
    if (isUploading) return text('staged.sending', { n: sending })
    if (waiting > 0) return text('staged.count', { n: waiting })
    return text('staged.refused', { n: refused })
  }
}
