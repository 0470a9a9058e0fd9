import { Dialog } from '@base-ui/react/dialog'
import { Download, Trash2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Photo } from '#domain/photo.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { roomName } from './photo-place.ts'
import { monthOf, sizeWords } from './photo-words.ts'

interface ViewerBarProps {
  photo: Photo
  position: { n: number; total: number }
  zoomed: boolean
  onZoom: () => void
  onDelete?: () => void
}

/** What is shown, where in the row it stands, and what can be done with it. */
export function ViewerBar({ photo, position, zoomed, onZoom, onDelete }: ViewerBarProps) {
  const intl = useIntl()
  const text = useText()
  const room = roomName(text, photo.room ?? '')
  const facts = [
    photo.blade && text('photos.blade', { blade: photo.blade }),
    intl.formatDate(monthOf(photo), { month: 'long', year: 'numeric' }),
    photo.width && photo.height && `${photo.width} × ${photo.height}`,
    sizeWords(text, photo),
    photo.uploader_name,
  ].filter(Boolean)
  return (
    <header className="grid grid-cols-[1fr_auto_1fr] items-center gap-6 px-5 py-3">
      <div className="min-w-0">
        <Dialog.Title className="truncate text-lead leading-5 font-medium">{photo.originalName}</Dialog.Title>
        <p className="mt-0.5 truncate text-note text-viewer-ink-soft">{facts.join('  ·  ')}</p>
      </div>
      <p aria-live="polite" className="text-body">
        <span className="font-medium">{text('viewer.position', position)}</span>
        <span className="mx-2 text-viewer-ink-soft">·</span>
        <span className="text-viewer-ink-soft">{room}</span>
      </p>
      <div className="flex justify-end gap-1">
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
        <span aria-hidden className="mx-1 my-2 w-px bg-viewer-raised" />
        <Dialog.Close render={<IconButton onDark label={text('viewer.close')} icon={X} />} />
      </div>
    </header>
  )
}
