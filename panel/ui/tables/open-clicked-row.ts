import type { MouseEvent } from 'react'

/** What acts by itself on a click. */
const WITH_OWN_CLICK = 'a, button, input, select, textarea, label'

/** The classes of a row whose link or button with `data-opens-row` opens it. The row shows the focus of this element. */
export const OPENING_ROW_CLASS =
  'cursor-pointer -outline-offset-2 outline-focus has-[[data-opens-row]:focus-visible]:outline-2'

/**
 * The click handler of a row: a click anywhere on the row clicks its element with `data-opens-row`, with the same keys held. An overlay that
 * covers the row would need a positioned `<tr>`, and Safari before the spring of 2026 computes `position: static` there.
 */
export function openClickedRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.target.closest(WITH_OWN_CLICK)) return
  if (hasSelectedText()) return
  const { ctrlKey, metaKey, shiftKey } = event
  const click = new globalThis.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    ctrlKey,
    metaKey,
    shiftKey,
  })
  event.currentTarget.querySelector('[data-opens-row]')?.dispatchEvent(click)
}

/** True if the click ends a selection of text, which the person wants to copy. */
export function hasSelectedText(): boolean {
  return getSelection()?.isCollapsed === false
}
