/** The edges of an element, as `getBoundingClientRect` gives them. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * The element that an arrow key, Home or End reaches from `boxes[from]`. Right and left stay in the row while it has more elements,
 * otherwise they go to the next or previous element. Up and down go to the nearest element of the next row. The elements are in the
 * order of the page.
 *
 * @returns an index; undefined if the key reaches no element
 */
export function nextStop(boxes: readonly Box[], from: number, key: string): number | undefined {
  const start = boxes[from]
  if (start === undefined) return undefined
  switch (key) {
    case 'ArrowRight':
      return (
        nearest(boxes, (box) => sharesRow(box, start) && box.left >= start.right - 1, start) ?? next(from + 1)
      )
    case 'ArrowLeft':
      return (
        nearest(boxes, (box) => sharesRow(box, start) && box.right <= start.left + 1, start) ?? next(from - 1)
      )
    case 'ArrowDown':
      return inRow(
        boxes,
        start,
        nearestEdge(boxes, ({ top }) => top - start.bottom),
      )
    case 'ArrowUp':
      return inRow(
        boxes,
        start,
        nearestEdge(boxes, ({ bottom }) => start.top - bottom),
      )
    case 'Home':
      return next(0)
    case 'End':
      return next(boxes.length - 1)
    default:
      return undefined
  }

  function next(index: number): number | undefined {
    return index in boxes && index !== from ? index : undefined
  }
}

/** The box with the smallest distance that is not negative, with a tolerance of one pixel for rounding. */
function nearestEdge(boxes: readonly Box[], distance: (box: Box) => number): Box | undefined {
  const ahead = boxes.filter((box) => distance(box) >= -1)
  return ahead.toSorted((a, b) => distance(a) - distance(b))[0]
}

function inRow(boxes: readonly Box[], start: Box, row: Box | undefined): number | undefined {
  return row && nearest(boxes, (box) => sharesRow(box, row), start)
}

/** The index of the box that is horizontally nearest to `start`, among those for which `passes` is true. */
function nearest(boxes: readonly Box[], passes: (box: Box) => boolean, start: Box): number | undefined {
  let found: number | undefined
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    const distance = Math.abs(middle(box) - middle(start))
    if (distance >= least || !passes(box)) continue
    found = index
    least = distance
  }
  return found
}

function middle({ left, right }: Box): number {
  return (left + right) / 2
}

/** True if the vertical middle of one box is between top and bottom of the other one. */
function sharesRow(a: Box, b: Box): boolean {
  const height = (a.top + a.bottom) / 2
  return height > b.top && height < b.bottom
}
