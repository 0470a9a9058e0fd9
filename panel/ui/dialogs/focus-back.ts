/**
 * What Base UI does with the focus when a dialog closes. It gives the focus of an element that Tab does not reach to the first button inside. That is
 * right for a row, and wrong for a screen that handles keys itself (`tabindex="-1"`): the next Enter would press the button.
 *
 * @param element undefined for the element that had the focus before
 */
export function focusBack(element: HTMLElement | undefined): HTMLElement | boolean {
  if (element?.getAttribute('tabindex') !== '-1') return element ?? true
  queueMicrotask(() => element.focus({ preventScroll: true }))
  return false
}
