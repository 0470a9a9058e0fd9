import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(notify: () => void) {
  const setPrinting = (next: boolean) => () => {
    isPrinting = next
    notify()
  }
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('beforeprint', setPrinting(true), { signal })
  window.addEventListener('afterprint', setPrinting(false), { signal })
  return () => controller.abort()
}

/** True while the browser prints the page. A list then renders every row, because paper cannot be scrolled. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}
