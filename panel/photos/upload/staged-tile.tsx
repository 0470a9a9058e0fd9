import { Box, FileImage, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileKind } from '#domain/file-types.ts'
import { isPointCloud } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
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
  const [unreadable, setUnreadable] = useState(false)
  const { file, trouble } = item
  const preview = usePreview(file)
  return (
    <li className="min-w-0">
      <div
        className={`relative aspect-4/3 overflow-hidden rounded border bg-surface ${trouble ? 'border-red' : 'border-hairline'}`}
      >
        {preview !== undefined && !unreadable ? (
          <img
            src={preview}
            alt=""
            decoding="async"
            // A folder may have thousands of photos: only those in view are decoded.
            loading="lazy"
            onError={() => setUnreadable(true)}
            className={`size-full object-cover ${trouble ? 'opacity-50' : ''}`}
          />
        ) : (
          <FileSign name={file.name} />
        )}
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

/** Stands for a file that the browser cannot show, such as a HEIC in most browsers: the server can. The kind is also in the name below. */
function FileSign({ name }: { name: string }) {
  const Icon = isPointCloud(name) ? Box : FileImage
  return (
    <span
      aria-hidden
      className="grid size-full place-content-center justify-items-center gap-1 text-ink-faint"
    >
      <Icon className="size-6" strokeWidth={1.5} />
      <span className="text-caption font-medium">{fileKind(name)}</span>
    </span>
  )
}

/** The object URL of a picture; undefined at first, and for files that the browser cannot show. */
function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (isPointCloud(file.name)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
