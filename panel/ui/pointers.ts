/**
 * True if the pointer of a drag has been released where nobody could hear it: outside of the element before the element captured the
 * pointer, in another window, or while a dialog of the browser was open. The next movement then has no pressed button. Every gesture asks
 * this, because otherwise the picture would stick to the pointer.
 */
export function isReleased({ buttons }: { buttons: number }): boolean {
  return buttons === 0
}

/** A position in CSS pixels. */
interface Position {
  x: number
  y: number
}

/** What the movement of a pointer does with the picture below it. */
interface PointerMove {
  /** How far the picture moves; with two pointers, as far as the middle between them. */
  by: Position
  /** With two pointers: how many times as far apart they are as before, and the middle between them. */
  pinch?: { factor: number; at: Position }
}

/**
 * Moves one of the pressed pointers. Two of them move the picture with the middle between them and zoom by the ratio of their distances.
 *
 * @param pointers the positions of the pressed pointers by `pointerId`; gets the new one
 * @returns undefined if the pointer is not pressed
 */
export function movePointer(
  pointers: Map<number, Position>,
  pointerId: number,
  to: Position,
): PointerMove | undefined {
  const from = pointers.get(pointerId)
  if (!from) return undefined
  pointers.set(pointerId, to)
  const [other] = [...pointers].filter(([id]) => id !== pointerId).map(([, at]) => at)
  if (!other) return { by: { x: to.x - from.x, y: to.y - from.y } }
  const [before, after] = [between(from, other), between(to, other)]
  return {
    by: { x: after.at.x - before.at.x, y: after.at.y - before.at.y },
    pinch: { factor: after.distance / before.distance, at: after.at },
  }
}

/** The middle of two points and the distance between them. */
function between(a: Position, b: Position) {
  return {
    at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    // At least one pixel, so that a ratio is finite.
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
  }
}

/** The position of a pointer from the middle of the element, in CSS pixels. */
export function fromCentre(
  { clientX, clientY }: { clientX: number; clientY: number },
  element: HTMLElement,
): Position {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
