/**
 * Focuses a field whose content is wrong. Only Chromium scrolls to a field that already has the focus, and a bar at the end of the form may
 * cover a field at its edge, so the field goes to the middle.
 */
export function focusInView(field: HTMLElement): void {
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
