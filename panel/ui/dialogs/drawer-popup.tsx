import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from '#panel/ui/button.tsx'

interface DrawerPopupProps {
  title: ReactNode
  /** The name of the button that closes the drawer. */
  closeLabel: string
  drawer: RefObject<HTMLDivElement | null>
  /** What gets the focus when the drawer closes, false for nothing; left out for its trigger. */
  finalFocus?: () => HTMLElement | null | false
  children: ReactNode
}

/** A drawer at the right of the screen, inside of a `Dialog.Root` that is not modal: the rest of the screen stays usable. */
export function DrawerPopup({ title, closeLabel, drawer, finalFocus, children }: DrawerPopupProps) {
  return (
    <Dialog.Portal>
      <Dialog.Popup
        ref={drawer}
        data-drawer
        initialFocus={drawer}
        finalFocus={finalFocus}
        className="fixed top-[calc(var(--header-height)+1rem)] right-4 bottom-(--chat-corner) z-drawer flex w-(--drawer) flex-col rounded border border-hairline bg-surface shadow-raised outline-none transition-[translate,opacity] data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0"
      >
        <div className="flex items-center justify-between gap-2 border-b border-hairline py-2 pr-2 pl-5">
          <Dialog.Title className="min-w-0 text-title font-semibold tracking-tight text-ink">
            {title}
          </Dialog.Title>
          <Dialog.Close render={<IconButton label={closeLabel} icon={X} />} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      </Dialog.Popup>
    </Dialog.Portal>
  )
}

/** The element of a drawer, and whether a key was pressed in another layer, such as the lightbox. Such a layer handles Escape itself. */
export function useDrawer() {
  const drawer = useRef<HTMLDivElement>(null)
  return {
    drawer,
    isInOtherLayer(target: EventTarget | null): boolean {
      if (!(target instanceof Element) || drawer.current?.contains(target)) return false
      return target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
    },
  }
}
