import { signal } from '@preact/signals-react'
import { useLayoutEffect, useSyncExternalStore } from 'react'

/** How many dark lightboxes cover the window. */
const lightboxes = signal(0)

/** Makes dialogs dark as long as the component, a dark lightbox that covers the window, is there. */
export function useDarkDialogs(): void {
  useLayoutEffect(() => {
    lightboxes.value += 1
    return () => {
      lightboxes.value -= 1
    }
  }, [])
}

/**
 * The theme of a dialog: dark over a dark lightbox, because a light one dazzles there; undefined for the theme of the user. It is no context,
 * because the question before leaving and the forms of the address stand outside of the lightbox.
 */
export function useDialogTheme(): 'dark' | undefined {
  return useSyncExternalStore(subscribe, isDark) ? 'dark' : undefined
}

const subscribe = (onChange: () => void) => lightboxes.subscribe(onChange)
const isDark = () => lightboxes.peek() > 0
