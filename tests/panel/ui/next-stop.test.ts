import { expect, it } from 'vitest'
import { type Box, nextStop } from '#panel/ui/tables/next-stop.ts'

const box = (left: number, top: number, width = 100): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + 100,
})

/** Three in the first row, a wide one and a narrow one in the second row. */
const BOXES = [box(0, 0), box(108, 0), box(216, 0), box(0, 108, 208), box(216, 108)]

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 4, undefined],
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, undefined],
  ['ArrowDown', 0, 3],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 3, undefined],
  ['ArrowUp', 4, 2],
  ['ArrowUp', 0, undefined],
  ['Home', 4, 0],
  ['End', 0, 4],
  ['Home', 0, undefined],
  ['a', 0, undefined],
])('%s leads from %i to %s', (key, from, to) => {
  expect(nextStop(BOXES, from, key)).toBe(to)
})

it('stays in the row where two groups are beside each other', () => {
  // The first group has the indexes 0 and 1, the group at its right 2 and 3.
  const groups = [box(0, 0), box(0, 108), box(300, 0), box(300, 108)]
  expect(nextStop(groups, 1, 'ArrowRight')).toBe(3)
  expect(nextStop(groups, 3, 'ArrowLeft')).toBe(1)
})
