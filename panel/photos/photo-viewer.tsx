import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { largeUrl } from './photo-sizes.ts'
import { ViewerBar } from './viewer-bar.tsx'
import { ViewerStage } from './viewer-stage.tsx'
import { ViewerStrip } from './viewer-strip.tsx'

interface PhotoViewerProps {
  photos: Photo[]
  /** The one that is shown. */
  photo: Photo
  onShow: (photo: Photo) => void
  onClose: () => void
  /** What takes the focus when the viewer closes. */
  finalFocus: () => HTMLElement | undefined
  /** Asks whether to delete the shown photo; absent where that is not permitted. */
  onDelete?: () => void
  /** Dialogs above the viewer. */
  children?: ReactNode
}

/** One photo, large, in a dark room. Arrows, Home and End walk through the others, round and round; Escape closes. */
export function PhotoViewer({ photos, photo, onShow, onClose, finalFocus, ...rest }: PhotoViewerProps) {
  const { onDelete, children } = rest
  const text = useText()
  const popup = useRef<HTMLDivElement>(null)
  const [zoomedKey, setZoomedKey] = useState<string | null>(null)
  const zoomed = zoomedKey === photo.key
  const index = photos.indexOf(photo)
  usePreloaded([neighbour(1), neighbour(-1)])

  function neighbour(step: number): Photo {
    return photos[(index + step + photos.length) % photos.length] ?? photo
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of a dialog above reach us too, because it is our child for React.
    if (!popup.current?.contains(event.target as Node)) return
    // Alt and an arrow walk through the browser's history, and so on.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const goal = { ArrowLeft: neighbour(-1), ArrowRight: neighbour(1), Home: photos[0], End: photos.at(-1) }[
      event.key
    ]
    if (goal) {
      event.preventDefault()
      onShow(goal)
    }
    if (event.key === 'Delete') onDelete?.()
  }

  function leaveCloseUp() {
    setZoomedKey(null)
    popup.current?.focus()
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(_, { reason }) => {
        // The first Escape leaves the close-up, the next one the viewer.
        if (reason === 'escape-key' && zoomed) leaveCloseUp()
        else onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-dialog grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-viewer text-viewer-ink outline-none"
        >
          <ViewerBar
            photo={photo}
            position={{ n: index + 1, total: photos.length }}
            zoomed={zoomed}
            onZoom={() => (zoomed ? leaveCloseUp() : setZoomedKey(photo.key))}
            {...(onDelete ? { onDelete } : {})}
          />
          <div className="relative min-h-0">
            <ViewerStage
              key={photo.key}
              photo={photo}
              zoomed={zoomed}
              onZoom={(next) => (next ? setZoomedKey(photo.key) : leaveCloseUp())}
            />
            {photos.length > 1 && (
              <>
                <IconButton
                  onDark
                  label={text('viewer.previous')}
                  icon={ChevronLeft}
                  onClick={() => onShow(neighbour(-1))}
                  className="absolute top-1/2 left-4 size-12 -translate-y-1/2 bg-viewer/60"
                />
                <IconButton
                  onDark
                  label={text('viewer.next')}
                  icon={ChevronRight}
                  onClick={() => onShow(neighbour(1))}
                  className="absolute top-1/2 right-4 size-12 -translate-y-1/2 bg-viewer/60"
                />
              </>
            )}
          </div>
          <ViewerStrip photos={photos} shown={photo} onShow={onShow} />
        </Dialog.Popup>
        {children}
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Has the browser fetch the pictures that are likely to be asked for next. */
function usePreloaded(photos: Photo[]) {
  const urls = photos.map(largeUrl).join('\n')
  useEffect(() => {
    for (const url of urls.split('\n').filter(Boolean)) new Image().src = url
  }, [urls])
}
