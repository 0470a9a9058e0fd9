/**
 * What Base UI does with the focus when a dialog closes. Of an element that Tab does not reach, such as a screen that handles keys, it would give the
 * focus to the first button inside, which the next Enter would press.
 *
 * @param element undefined for the element that had the focus before
 */
export function focusBack(element: HTMLElement | undefined): HTMLElement | boolean {
  if (!element || element.tabIndex >= 0) return element ?? true
  queueMicrotask(() => element.focus({ preventScroll: true }))
  return false
}
