/**
 * True for an element behind a modal dialog, which must not take the focus out of the dialog. A modal dialog hides everything else from
 * screen readers.
 */
export function isBehindModal(element: Element): boolean {
  return element.closest('[aria-hidden=true]') !== null
}
