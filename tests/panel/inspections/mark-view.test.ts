import { expect, it } from 'vitest'
import { markView, scaleBarOf, wholeView } from '#panel/inspections/review/mark-view.ts'

const PICTURE = { width: 2560, height: 1700 }
const PLACE = { width: 800, height: 600 }

/** Where a point of the picture is in the place. */
const at = (view: ReturnType<typeof markView>, [x, y]: [number, number]) => [
  view.left + x * view.width,
  view.top + y * view.height,
]

it('shows a small mark larger than the whole photo does, in the middle', () => {
  const view = markView([[0.48, 0.48], [0.52, 0.48], [0.52, 0.52], [0.48, 0.52]], PICTURE, PLACE) // biome-ignore format: one line
  expect(view.width).toBeGreaterThan(2 * wholeView(PICTURE, PLACE).width)
  const [x = 0, y = 0] = at(view, [0.5, 0.5])
  expect([Math.round(x), Math.round(y)]).toEqual([400, 300])
})

it('leaves no margin beside a mark at the border, and keeps the mark in view', () => {
  for (const [x, y] of [
    [0, 0],
    [1, 1],
    [0, 1],
    [0.03, 0.5],
  ] as [number, number][]) {
    const view = markView([[x, y]], PICTURE, PLACE)
    expect(view.left).toBeLessThanOrEqual(0)
    expect(view.top).toBeLessThanOrEqual(0)
    expect(view.left + view.width).toBeGreaterThanOrEqual(PLACE.width - 1e-6)
    expect(view.top + view.height).toBeGreaterThanOrEqual(PLACE.height - 1e-6)
    const [left = -1, top = -1] = at(view, [x, y])
    expect(left >= 0 && left <= PLACE.width && top >= 0 && top <= PLACE.height).toBe(true)
  }
})

it('shows the whole photo for a mark across it, without a mark, and a small picture not as coarse pixels', () => {
  const whole = wholeView(PICTURE, PLACE)
  expect(markView([[0, 0], [1, 1]], PICTURE, PLACE)).toEqual(whole) // biome-ignore format: one line
  expect(markView([], PICTURE, PLACE)).toEqual(whole)
  const small = markView([[0.5, 0.5], [0.5, 0.51]], { width: 500, height: 400 }, PLACE) // biome-ignore format: one line
  expect(small.width).toBeLessThanOrEqual(1000)
})

it('draws the longest round length that has room', () => {
  // 1000 mm are 400 pixels, so 240 pixels are 600 mm.
  const scale = { from: [0, 0.5], to: [0.25, 0.5], mm: 1000 } as const
  const shown = { width: 1600, height: 1062 }
  expect(scaleBarOf({ ...scale, from: [0, 0.5], to: [0.25, 0.5] }, shown, PLACE)).toEqual({
    mm: 500,
    width: 200,
  })
  expect(scaleBarOf({ from: [0, 0], to: [0, 0], mm: 10 }, shown, PLACE)).toBeUndefined()
})
