import { Dialog } from '@base-ui/react/dialog'
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react'
import { useDarkDialogs } from './dialog-theme.ts'
import { focusBack } from './focus-back.ts'

interface FullScreenDialogProps {
  /** The element of the dialog; it gets the focus when the dialog opens, unless `initialFocus` does. */
  dialogRef: RefObject<HTMLDivElement | null>
  initialFocus?: RefObject<HTMLElement | null>
  onKeyDown: KeyboardEventHandler<HTMLDivElement>
  /** Handles Escape before the dialog and returns true if it did, for example to close a bar. */
  onEscape: (target: EventTarget | null) => boolean
  onClose: () => void
  /** The element that gets the focus when the dialog closes. */
  finalFocus: () => HTMLElement | undefined
  /** The layout. */
  className: string
  children: ReactNode
  /** Dialogs above this one. */
  above?: ReactNode
}

/** A dark dialog over the whole window, for photos and reports. Its buttons, and Escape if nothing else handles it, close it. */
export function FullScreenDialog({ dialogRef, onEscape, onClose, ...rest }: FullScreenDialogProps) {
  useDarkDialogs()
  const { initialFocus = dialogRef, onKeyDown, finalFocus, className, children, above } = rest
  return (
    <Dialog.Root
      open
      onOpenChange={(_, { reason, event }) => {
        if (reason !== 'escape-key' || !onEscape(event.target)) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={dialogRef}
          data-whole-screen
          initialFocus={initialFocus}
          finalFocus={() => focusBack(finalFocus())}
          onKeyDown={onKeyDown}
          className={`fixed inset-0 z-dialog bg-lightbox text-lightbox-ink outline-none ${className}`}
        >
          {children}
        </Dialog.Popup>
        {above}
      </Dialog.Portal>
    </Dialog.Root>
  )
}
