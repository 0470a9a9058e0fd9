import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { nextStop } from './next-stop.ts'

/**
 * Makes the elements with `data-stop` inside of `container` one tab stop: arrow keys, Home and End move between them, by their places on
 * the screen.
 *
 * @param stops the values of `data-stop`, in the order of the page
 */
export function useArrowFocus(container: RefObject<HTMLElement | null>, stops: readonly string[]) {
  const [chosen, setChosen] = useState<string>()
  /** The stop that has the focus or gets it by the tab key: its `tabIndex` is 0, and that of the others is -1. */
  const active = chosen !== undefined && stops.includes(chosen) ? chosen : stops[0]

  function onFocus(event: FocusEvent) {
    const stop = stopOf(event)
    if (stop) setChosen(stop.dataset.stop)
  }

  function onKeyDown(event: KeyboardEvent) {
    const stop = stopOf(event)
    if (!stop || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const all = [...(container.current?.querySelectorAll<HTMLElement | SVGElement>('[data-stop]') ?? [])]
    const next = nextStop(
      all.map((element) => element.getBoundingClientRect()),
      all.indexOf(stop),
      event.key,
    )
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return { active, onFocus, onKeyDown }
}

/** Links of charts are SVG elements. */
function stopOf({ target }: { target: EventTarget }): HTMLElement | SVGElement | undefined {
  const isElement = target instanceof HTMLElement || target instanceof SVGElement
  return isElement && target.dataset.stop !== undefined ? target : undefined
}
