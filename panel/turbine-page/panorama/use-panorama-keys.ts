import { useEffect, useEffectEvent } from 'react'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { viewKey } from '#panel/panorama/view-keys.ts'

/** Elements that handle keys themselves, such as fields and layers above the picture. */
const OWN_KEYS =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]'
const OPEN_LAYER = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

/** Handles the keys of the 360° view wherever the focus is. @param actions by `KeyboardEvent.key`, letters in lower case */
export function usePanoramaKeys(
  view: PanoramaView | undefined,
  actions: Record<string, (event: KeyboardEvent) => void>,
) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
    if (event.key === 'Escape' && document.querySelector(OPEN_LAYER)) return
    const act = (view && viewKey(view, event)) ?? actions[event.key] ?? actions[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
