import { FilePlus2 } from 'lucide-react'
import { filesOfInput, type PickedFiles } from '#panel/outbox/picked-files.ts'
import { useText } from '#panel/words/use-text.ts'

interface ReportFileInputProps {
  /** True while files are dragged over the section. */
  over: boolean
  uploading: boolean
  onFiles: (files: PickedFiles) => void
}

/** Picks reports. Files can be dropped on the whole section. */
export function ReportFileInput({ over, uploading, onFiles }: ReportFileInputProps) {
  const text = useText()
  const tone = over ? 'border-action bg-action-soft text-action' : 'border-hairline-strong/60 text-ink-soft'
  const words = over ? 'photos.add.drop' : 'reports.add'
  return (
    <label
      className={`flex min-h-14 flex-1 items-center justify-center gap-2.5 rounded border border-dashed px-4 text-center text-body font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${uploading ? 'opacity-60' : 'cursor-pointer hover:border-action hover:text-action'} ${tone}`}
    >
      <input
        type="file"
        multiple
        accept="application/pdf,.pdf"
        aria-label={text('reports.add.label')}
        disabled={uploading}
        className="sr-only"
        onChange={(event) => {
          onFiles(filesOfInput(event.target))
          // Without this, the browser sends no change event when the user picks the same file again.
          event.target.value = ''
        }}
      />
      <FilePlus2 aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      <span aria-live="polite">{text(uploading ? 'photos.add.uploading' : words)}</span>
    </label>
  )
}
