/**
 * True if the pointer of a drag has been released where nobody could hear it: outside of the element before the element captured the
 * pointer, in another window, or while a dialog of the browser was open. The next movement then has no pressed button. Every gesture asks
 * this, because otherwise the picture would stick to the pointer.
 */
export function isReleased({ buttons }: { buttons: number }): boolean {
  return buttons === 0
}
