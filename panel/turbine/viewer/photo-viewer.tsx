import { Dialog } from '@base-ui/react/dialog'
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'
import type { Photo } from '#domain/photo.ts'
import { largeUrl } from '#panel/photos/photo-sizes.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ViewerBar } from './viewer-bar.tsx'
import { openPanel, SidePanel, togglePanel, type ViewerPanel } from './viewer-panel.tsx'
import { ViewerStrip } from './viewer-strip.tsx'

interface PhotoViewerProps {
  /** The photos that the arrows walk through. */
  photos: Photo[]
  /** The one that is shown. */
  photo: Photo
  onShow: (photo: Photo) => void
  onClose: () => void
  /** The viewer's own element; takes the focus when it opens. */
  viewerRef: RefObject<HTMLDivElement | null>
  /** What takes the focus when the viewer closes. */
  finalFocus: () => HTMLElement | undefined
  /** The photo itself, as large as there is room. */
  stage: ReactNode
  /** Takes Escape before the viewer does, and says whether it did: what lies over the stage closes first. */
  onEscape?: () => boolean
  /** The buttons for what can be done with the photo. */
  actions: ReactNode
  /** Further keys and what they do, by `KeyboardEvent.key`. */
  shortcuts?: Record<string, () => void>
  panels: ViewerPanel[]
  /** Dialogs above the viewer. */
  children?: ReactNode
}

/**
 * One photo, large, in a dark room: the frame with its keys. Arrows, Home and End walk through the others, round and round;
 * Escape closes. What is on the stage, what can be done and what stands beside it, features of the panel bring.
 */
export function PhotoViewer({ photos, photo, onShow, onClose, viewerRef, ...slots }: PhotoViewerProps) {
  const { finalFocus, stage, onEscape, actions, shortcuts = {}, panels, children } = slots
  useSignals()
  const text = useText()
  const panel = panels.find(({ id }) => id === openPanel.value)
  const index = photos.findIndex(({ id }) => id === photo.id)
  usePreloaded([neighbour(1), neighbour(-1)])

  function neighbour(step: number): Photo {
    return photos[(index + step + photos.length) % photos.length] ?? photo
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of a dialog above reach us too, because it is our child for React.
    if (!viewerRef.current?.contains(event.target as Node) || isTextField(event.target)) return
    // Alt and an arrow walk through the browser's history, and so on.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const goal = { ArrowLeft: neighbour(-1), ArrowRight: neighbour(1), Home: photos[0], End: photos.at(-1) }[
      event.key
    ]
    if (goal) {
      event.preventDefault()
      onShow(goal)
      return
    }
    shortcuts[event.key]?.()
    const pressed = panels.find(({ shortcut }) => shortcut === event.key.toLowerCase())
    if (pressed) togglePanel(pressed.id)
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(_, { reason }) => {
        if (reason === 'escape-key' && onEscape?.()) return
        onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={viewerRef}
          initialFocus={viewerRef}
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-dialog grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto] bg-viewer text-viewer-ink outline-none"
        >
          <ViewerBar
            photo={photo}
            position={{ n: index + 1, total: photos.length }}
            actions={actions}
            panels={panels}
          />
          <div className="relative col-start-1 min-h-0">
            {stage}
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
          {panel && <SidePanel panel={panel} />}
          <ViewerStrip photos={photos} shown={photo} onShow={onShow} />
        </Dialog.Popup>
        {children}
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** True where keys are letters: in a field of a side panel. */
function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** Has the browser fetch the pictures that are likely to be asked for next. */
function usePreloaded(photos: Photo[]) {
  const urls = photos.map(largeUrl).join('\n')
  useEffect(() => {
    for (const url of urls.split('\n').filter(Boolean)) new Image().src = url
  }, [urls])
}
