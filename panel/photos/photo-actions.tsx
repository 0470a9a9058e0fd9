import { Download, Trash2, ZoomIn, ZoomOut } from 'lucide-react'
import type { Photo } from '#domain/photo.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface PhotoActionsProps {
  photo: Photo
  zoomed: boolean
  onZoom: () => void
  /** Asks whether to delete the photo; absent if the viewer may not delete it. */
  onDelete?: (() => void) | undefined
}

/** The buttons for the open photo, in colours for the dark background of the photo viewer. */
export function PhotoActions({ photo, zoomed, onZoom, onDelete }: PhotoActionsProps) {
  const text = useText()
  return (
    <>
      {photo.thumb_url !== null && (
        <IconButton
          onDark
          label={text(zoomed ? 'viewer.fit' : 'viewer.zoom')}
          icon={zoomed ? ZoomOut : ZoomIn}
          aria-pressed={zoomed}
          onClick={onZoom}
        />
      )}
      <a
        href={photo.url}
        download={photo.originalName}
        aria-label={text('viewer.download')}
        title={text('viewer.download')}
        className="inline-flex size-9 items-center justify-center rounded text-viewer-ink-soft transition-colors hover:bg-viewer-raised hover:text-viewer-ink"
      >
        <Download aria-hidden className="size-4.5" />
      </a>
      {onDelete && <IconButton onDark label={text('viewer.delete')} icon={Trash2} onClick={onDelete} />}
    </>
  )
}
