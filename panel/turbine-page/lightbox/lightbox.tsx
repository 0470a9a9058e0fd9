import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { aheadUrl } from '#panel/photos/lightbox/picture-sources.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { FullScreenDialog } from '#panel/ui/dialogs/full-screen-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'
import { LightboxBar } from './lightbox-bar.tsx'
import { closePanel, type LightboxPanel, openPanel, SidePanel, togglePanel } from './lightbox-panel.tsx'
import { LightboxStrip } from './lightbox-strip.tsx'

type Shortcuts = Record<string, (event: Pick<KeyboardEvent, 'shiftKey' | 'repeat'>) => void>

interface LightboxProps {
  /** The photos that the arrow keys go through. */
  photos: Photo[]
  /** The shown photo. */
  photo: Photo
  onShow: (photo: Photo) => void
  onClose: () => void
  /** The element of the lightbox; it gets the focus when the lightbox opens. */
  lightboxRef: RefObject<HTMLDivElement | null>
  /** The element that gets the focus when the lightbox closes. */
  finalFocus: () => HTMLElement | undefined
  /** The photo, as large as possible. */
  stage: ReactNode
  /** Lies above the stage, at its edges, such as the form of a finding. */
  overStage?: ReactNode
  /** A bar between the buttons and the stage. */
  aboveStage?: ReactNode
  /** A bar between the stage and the strip of photos. */
  belowStage?: ReactNode
  /** Handles Escape before the lightbox and returns true if it did, for example to close something above the stage. */
  onEscape?: () => boolean
  /** The buttons for the photo. */
  actions: ReactNode
  /** Handlers of more keys, by `KeyboardEvent.key`. They have priority over the keys that show other photos. */
  shortcuts?: Shortcuts
  panels: LightboxPanel[]
  /** Dialogs above the lightbox. */
  children?: ReactNode
}

/**
 * The lightbox: one large photo on a dark background. The arrow keys, Page Up, Page Down, Home and End open other photos; after
 * the last comes the first. Escape moves the focus from a text field to the side panel, closes a side panel that has the focus, or
 * else closes the lightbox. The features of the panel provide the stage, the actions and the side panels.
 */
export function Lightbox({ photos, photo, onShow, onClose, lightboxRef, ...slots }: LightboxProps) {
  const {
    finalFocus,
    stage,
    overStage,
    aboveStage,
    belowStage,
    onEscape,
    actions,
    shortcuts = {},
    panels,
    children,
  } = slots
  useSignals()
  const text = useText()
  const panel = panels.find(({ id }) => id === openPanel.value)
  const panelRef = useRef<HTMLElement>(null)
  const index = photos.findIndex(({ id }) => id === photo.id)
  usePreloaded([neighbour(1), neighbour(-1)])

  function neighbour(step: number): Photo {
    return photos[(index + step + photos.length) % photos.length] ?? photo
  }

  function onKeyDown(event: KeyboardEvent) {
    // A dialog above is a child in React, so its key events arrive here too.
    if (!lightboxRef.current?.contains(event.target as Node) || isTextField(event.target)) return
    // The browser uses modifier keys itself, for example Alt and an arrow for its history.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // In the side panel, the user may want to delete something there, such as a comment, and not the photo.
    if (event.key === 'Delete' && panelRef.current?.contains(event.target as Node)) return
    const shortcut = shortcuts[event.key] ?? shortcuts[event.key.toLowerCase()]
    const goal = {
      ArrowLeft: neighbour(-1),
      ArrowRight: neighbour(1),
      PageUp: neighbour(-1),
      PageDown: neighbour(1),
      Home: photos[0],
      End: photos.at(-1),
    }[event.key]
    if (shortcut || goal) {
      event.preventDefault()
      if (shortcut) shortcut(event)
      else if (goal) onShow(goal)
      return
    }
    const pressed = panels.find(({ shortcut }) => shortcut === event.key.toLowerCase())
    if (!pressed) return
    const hadFocus = panelRef.current?.contains(document.activeElement)
    togglePanel(pressed)
    if (hadFocus && !panelRef.current) lightboxRef.current?.focus()
  }

  /** Handles Escape in the side panel: in a text field it moves the focus to the panel, otherwise it closes the panel. Returns false outside of the panel. */
  function escapePanel(target: EventTarget | null): boolean {
    if (!(target instanceof Node && panelRef.current?.contains(target))) return false
    if (isTextField(target)) {
      panelRef.current.focus({ preventScroll: true })
    } else {
      closePanel()
      lightboxRef.current?.focus()
    }
    return true
  }

  return (
    <FullScreenDialog
      dialogRef={lightboxRef}
      finalFocus={finalFocus}
      onKeyDown={onKeyDown}
      onEscape={(target) => escapePanel(target) || Boolean(onEscape?.())}
      onClose={onClose}
      className="grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto]"
      above={children}
    >
      <LightboxBar
        photo={photo}
        position={{ n: index + 1, total: photos.length }}
        actions={actions}
        panels={panels}
      />
      <div className="col-start-1 flex min-h-0 flex-col">
        {aboveStage}
        <div className="relative min-h-0 flex-1">
          {stage}
          {photos.length > 1 && (
            <>
              <IconButton
                onDark
                label={text('lightbox.previous')}
                icon={ChevronLeft}
                onClick={() => onShow(neighbour(-1))}
                className="absolute top-1/2 left-4 size-12 -translate-y-1/2 bg-lightbox/60"
              />
              <IconButton
                onDark
                label={text('lightbox.next')}
                icon={ChevronRight}
                onClick={() => onShow(neighbour(1))}
                className="absolute top-1/2 right-4 size-12 -translate-y-1/2 bg-lightbox/60"
              />
            </>
          )}
          {overStage}
        </div>
        {belowStage}
      </div>
      {panel && <SidePanel ref={panelRef} panel={panel} />}
      <LightboxStrip photos={photos} shown={photo} onShow={onShow} />
    </FullScreenDialog>
  )
}

/** True in a text field, for example in a side panel, where keys are text and not commands. */
function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** Loads the pictures of the next photos before they are shown. */
function usePreloaded(photos: Photo[]) {
  const urls = photos.map((photo) => aheadUrl(photo) ?? '').join('\n')
  useEffect(() => {
    for (const url of urls.split('\n').filter(Boolean)) new Image().src = url
  }, [urls])
}
