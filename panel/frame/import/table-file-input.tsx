import { Download, FileSpreadsheet } from 'lucide-react'
import { useId } from 'react'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import type { UnreadableFile } from './read-table-file.ts'

interface TableFileInputProps {
  label: string
  /** What the file must have. */
  hint: string
  /** The address and the name of a file as an example. */
  sample?: { address: string | undefined; label: string }
  /** The name of the chosen file. */
  name: string | undefined
  unreadable: UnreadableFile | undefined
  disabled: boolean
  onFile: (file: File) => void
}

/** Picks the file with a table, or takes it when it is dropped here. */
export function TableFileInput(props: TableFileInputProps) {
  const { label, hint, sample, name, unreadable, disabled, onFile } = props
  const text = useText()
  const id = useId()
  const take = ([file]: File[]) => file && onFile(file)
  const { over, dropHandlers } = useFileDrop({ disabled, onDrop: ({ files }) => take([...files]) })
  const tone = over ? 'border-action bg-action-soft text-action' : 'border-hairline-strong/60 text-ink-soft'
  return (
    <div className="sm:col-span-2">
      <label
        {...dropHandlers}
        className={`flex min-h-20 items-center justify-center gap-2.5 rounded border border-dashed px-4 py-3 text-center text-body font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${disabled ? 'opacity-60' : 'cursor-pointer hover:border-action hover:text-action'} ${tone}`}
      >
        <input
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label={label}
          aria-describedby={unreadable && id}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            take([...(event.target.files ?? [])])
            // Without this, the browser sends no change event when the user picks the same file again.
            event.target.value = ''
          }}
        />
        <FileSpreadsheet aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        <span aria-live="polite" className="min-w-0 wrap-anywhere">
          {over ? text('import.drop') : (name ?? text('import.choose'))}
        </span>
      </label>
      {unreadable ? (
        <p id={id} role="alert" className="mt-1 text-note wrap-anywhere text-red">
          {faultText(text, unreadable)}
        </p>
      ) : (
        <p className="mt-1 text-caption text-pretty text-ink-faint">{hint}</p>
      )}
      {sample && (
        <a
          href={sample.address}
          download
          className="mt-1 inline-flex items-center gap-1.5 rounded text-note font-medium text-action hover:underline"
        >
          <Download aria-hidden className="size-3.5" />
          {sample.label}
        </a>
      )}
    </div>
  )
}

function faultText(text: Text, { name, fault }: UnreadableFile): string {
  if (fault === 'too_large') return text('import.tooLarge')
  if (fault === 'empty') return text('import.empty', { name })
  return text('import.kind', { name, kind: fault })
}
