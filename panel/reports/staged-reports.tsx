import { FileText, X } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { StagedReport } from './report-outbox.ts'
import { sizeWords } from './report-words.ts'

interface StagedReportsProps {
  staged: StagedReport[]
  /** True while they are uploaded. */
  locked: boolean
  onRemove: (items: StagedReport[]) => void
}

/** The staged reports with their sizes. */
export function StagedReports({ staged, locked, onRemove }: StagedReportsProps) {
  const text = useText()
  return (
    <ul className="mt-3 divide-y divide-hairline border-t border-hairline">
      {staged.map((item) => {
        const { id, file, trouble } = item
        return (
          <li key={id} className="flex min-h-11 items-center gap-3 text-body">
            <FileText aria-hidden className="size-4.5 shrink-0 text-ink-faint" strokeWidth={1.75} />
            <div className="min-w-0 flex-1 py-1.5">
              <p className="break-all text-ink">{file.name}</p>
              {trouble?.kind === 'refused' && <p className="text-caption text-red">{trouble.message}</p>}
            </div>
            <span className="shrink-0 text-note text-ink-soft">{sizeWords(text, file.size)}</span>
            {!locked && (
              <IconButton
                label={text('staged.remove', { name: file.name })}
                icon={X}
                onClick={() => onRemove([item])}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
