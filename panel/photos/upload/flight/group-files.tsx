import { ChevronDown, Split } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FilePreview } from '../file-preview.tsx'
import type { FlightFile, FlightGroup } from './flight-groups.ts'

interface GroupSummaryProps {
  group: FlightGroup
  /** Shown when the group is open. */
  children: ReactNode
}

/** What is in a group: its first photo, its folder, its names, its time. */
export function GroupSummary({ group: { path, files }, children }: GroupSummaryProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const [first] = files
  const last = files.at(-1)
  if (!first || !last) return null
  const names = files.length > 1 ? `${first.file.name} – ${last.file.name}` : first.file.name
  const times = [...new Set([timeOf(first), timeOf(last)].filter(Boolean))].join('–')
  const title = path || names
  return (
    <>
      <div className="flex gap-3">
        <span className="h-12 w-16 shrink-0 overflow-hidden rounded border border-hairline">
          <FilePreview file={first.file} />
        </span>
        <div className="min-w-0">
          <p className="truncate text-body text-ink" title={title}>
            {title}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-note text-ink-soft">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={text('flight.files', { n: files.length, name: title })}
              onClick={() => setOpen(!isOpen)}
              className="inline-flex cursor-pointer items-center gap-0.5 text-action hover:underline"
            >
              {text('photos.count', { n: files.length })}
              <ChevronDown
                aria-hidden
                className={`size-3.5 transition-transform ${isOpen ? 'rotate-180' : ''}`}
              />
            </button>
            {times && <span className="tabular-nums">{times}</span>}
            {path && <span className="truncate">{names}</span>}
          </p>
        </div>
      </div>
      {isOpen && children}
    </>
  )
}

interface GroupFilesProps {
  files: readonly FlightFile[]
  /** Makes these files a group of their own. */
  onSplit: (files: ReadonlySet<FlightFile>) => void
}

/** The files of a group. Some of them, or one and those after it, can become a group of their own. */
export function GroupFiles({ files, onSplit }: GroupFilesProps) {
  const text = useText()
  const [selected, setSelected] = useState<ReadonlySet<FlightFile>>(new Set())
  const taken = files.filter((file) => selected.has(file))

  function toggle(file: FlightFile) {
    const next = new Set(selected)
    if (!next.delete(file)) next.add(file)
    setSelected(next)
  }
  function split(some: readonly FlightFile[]) {
    onSplit(new Set(some))
    setSelected(new Set())
  }

  return (
    <div className="mt-2 rounded border border-hairline bg-surface-sunken p-2">
      <ul className="max-h-56 overflow-y-auto">
        {files.map((file, index) => (
          <li
            key={[...file.folders, file.file.name].join('/')}
            className="flex items-center gap-2 py-0.5 text-note [content-visibility:auto]"
          >
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                checked={selected.has(file)}
                onChange={() => toggle(file)}
                className="size-4 shrink-0 accent-action"
              />
              <span className="truncate text-ink">{file.file.name}</span>
              <span className="text-ink-soft tabular-nums">{timeOf(file)}</span>
            </label>
            {index > 0 && (
              <button
                type="button"
                aria-label={text('flight.splitFrom.of', { name: file.file.name })}
                onClick={() => split(files.slice(index))}
                className="shrink-0 cursor-pointer text-action hover:underline"
              >
                {text('flight.splitFrom')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Button
        size="small"
        icon={Split}
        blocked={taken.length === 0 || taken.length === files.length ? text('flight.split.some') : undefined}
        onClick={() => split(taken)}
      >
        {text('flight.split', { n: taken.length })}
      </Button>
    </div>
  )
}

/** The hour and the minute of the camera's clock; empty if they are not known. */
function timeOf({ takenAt = '' }: FlightFile): string {
  return takenAt.slice(11, 16)
}
