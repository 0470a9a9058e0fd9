/**
 * The first control of the next row or card of a list, otherwise of the one before, otherwise the part of the page that the list is in.
 * It gets the focus after the record of `row` is deleted, so it must be found while the row is still there.
 */
export function findNextRecord(row: Element | null | undefined): HTMLElement | undefined {
  if (!row) return undefined
  return (
    findControl(row, (element) => element.nextElementSibling) ??
    findControl(row, (element) => element.previousElementSibling) ??
    row.closest<HTMLElement>('section, main') ??
    undefined
  )
}

/** The row of a table or the card that shows the record. */
export function findRecord(key: number): Element | null {
  return document.querySelector(`[data-record="${key}"]`)
}

function findControl(row: Element, step: (from: Element) => Element | null): HTMLElement | undefined {
  for (let next = step(row); next; next = step(next)) {
    const control = next.querySelector<HTMLElement>('a, button')
    if (control) return control
  }
  return undefined
}
