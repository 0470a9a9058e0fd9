import { X } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'
import { FilePreview } from './file-preview.tsx'
import type { StagedPhoto } from './staged-files.ts'

interface StagedTileProps {
  item: StagedPhoto
  /** True while an upload runs. */
  locked: boolean
  /** The sent part of the file, from 0 to 1; undefined while no upload runs. */
  progress: number | undefined
  onRemove: () => void
}

export function StagedTile({ item, locked, progress, onRemove }: StagedTileProps) {
  const text = useText()
  const { file, trouble } = item
  return (
    <li className="min-w-0">
      <div
        className={`relative aspect-4/3 overflow-hidden rounded border bg-surface ${trouble ? 'border-red' : 'border-hairline'}`}
      >
        <FilePreview file={file} isFaint={trouble !== undefined} />
        {progress !== undefined && progress > 0 && !trouble && (
          <span
            role="progressbar"
            aria-label={file.name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress * 100)}
            className="absolute inset-x-0 bottom-0 h-1.5 bg-lightbox/60"
          >
            <span className="block h-full bg-action" style={{ width: `${progress * 100}%` }} />
          </span>
        )}
        {!locked && (
          <button
            type="button"
            aria-label={text('staged.remove', { name: file.name })}
            title={text('staged.remove', { name: file.name })}
            onClick={onRemove}
            className="absolute top-1 right-1 grid size-7 cursor-pointer place-items-center rounded bg-lightbox/70 text-lightbox-ink transition-colors hover:bg-lightbox"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      <p className="mt-1 truncate text-caption text-ink-soft" title={file.name}>
        {file.name}
      </p>
      {trouble && (
        <p className="text-caption text-red">
          {/* Why a whole batch failed is told once, above the files. */}
          {trouble.kind === 'failed' ? text('staged.failed') : trouble.message}
        </p>
      )}
    </li>
  )
}
