import { Clock, MoveRight, Undo2, Upload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'

interface StagedBarProps {
  /** How many staged files wait for their upload, and how many the server did not accept. */
  waiting: number
  refused: number
  /** The target of the files, as text. */
  place: string
  /** The target that is chosen now, as text, if it is another one. */
  otherPlace?: string | undefined
  /** How many of the waiting files have their turn after the upload that runs. */
  queued: number
  /** How many files are being uploaded; undefined while no upload runs. */
  sending: number | undefined
  /** Whether the browser has stored the files, or why a reload would lose them. */
  storage: 'stored' | 'full' | 'refused'
  /** True while `bar` tells how many files there are. */
  hidesCount?: boolean
  /** The progress bar of a running upload. */
  bar: ReactNode
  onUpload: () => void
  /** Takes the files out of the queue again. */
  onLeaveQueue?: () => void
  /** Gives the files the target that is chosen now. */
  onMove?: () => void
  onRemoveRefused: () => void
}

/** The heading of staged files: how many there are, the upload button, and the progress of the upload. */
export function StagedBar(props: StagedBarProps) {
  const text = useText()
  const { waiting, refused, place, otherPlace, queued, sending, hidesCount = false, bar } = props
  const isUploading = sending !== undefined
  const isQueued = !isUploading && queued > 0
  const isFree = !isUploading && !isQueued
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
        {/* It is always there, because screen readers announce only changes of a status that they know. */}
        <span role="status" className="flex items-center gap-1.5 text-body font-medium text-ink-soft">
          {isQueued && (
            <>
              <Clock aria-hidden className="size-4" strokeWidth={1.75} />
              {text('staged.queued')}
            </>
          )}
        </span>
        {isFree && refused > 0 && (
          <Button variant="ghost" icon={X} onClick={props.onRemoveRefused}>
            {text('staged.removeRefused')}
          </Button>
        )}
        {isFree && waiting > 0 && otherPlace !== undefined && (
          <Button variant="ghost" icon={MoveRight} onClick={props.onMove}>
            {text('staged.move', { place: otherPlace })}
          </Button>
        )}
        {isQueued && (
          <Button variant="ghost" icon={Undo2} onClick={props.onLeaveQueue}>
            {text('staged.leaveQueue')}
          </Button>
        )}
        {!isUploading && waiting > queued && (
          <Button variant="primary" icon={Upload} onClick={props.onUpload}>
            {text('staged.upload', { n: waiting - queued })}
          </Button>
        )}
      </div>
      {bar}
      {props.storage !== 'stored' && (
        <div className="mt-3">
          <Banner tone="warning" title={text(`staged.notStored.${props.storage}`)} />
        </div>
      )}
    </>
  )

  function summary(): string {
    if (isUploading) return text('staged.sending', { n: sending })
    if (waiting > 0) return text('staged.count', { n: waiting })
    return text('staged.refused', { n: refused })
  }
}
