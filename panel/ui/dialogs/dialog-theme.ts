import { signal } from '@preact/signals-react'
import { useLayoutEffect, useSyncExternalStore } from 'react'

/** How many dark viewers cover the window. */
const viewers = signal(0)

/** Makes dialogs dark as long as the component, a dark viewer that covers the window, is there. */
export function useDarkDialogs(): void {
  useLayoutEffect(() => {
    viewers.value += 1
    return () => {
      viewers.value -= 1
    }
  }, [])
}

/**
 * The theme of a dialog: dark over a dark viewer, because a light one dazzles there; undefined for the theme of the user. It is no context,
 * because the question before leaving and the forms of the address stand outside of the viewer.
 */
export function useDialogTheme(): 'dark' | undefined {
  return useSyncExternalStore(subscribe, isDark) ? 'dark' : undefined
}

const subscribe = (onChange: () => void) => viewers.subscribe(onChange)
const isDark = () => viewers.peek() > 0
