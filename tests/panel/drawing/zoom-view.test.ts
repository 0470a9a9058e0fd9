import { describe, expect, it } from 'vitest'
import {
  FITTED,
  fittedSize,
  followView,
  limitedView,
  nextScale,
  panned,
  pictureAt,
  pinchedScale,
  positionOf,
  zoomedAt,
} from '#panel/photos/lightbox/zoom-view.ts'

const frame = { box: { width: 1200, height: 800 }, fitted: { width: 1200, height: 800 } }

/** The scales after each of `count` steps. */
function steps(from: number, direction: 1 | -1, count: number): number[] {
  const scales: number[] = []
  for (let scale = from; scales.length < count; scales.push(scale)) scale = nextScale(scale, direction)
  return scales.map((scale) => Math.round(scale * 1000) / 1000)
}

describe('a pinch', () => {
  it('stays between 0.5 and 5', () => {
    expect([pinchedScale(2, 1.1), pinchedScale(4, 2), pinchedScale(0.6, 0.5)]).toEqual([2.2, 5, 0.5])
  })

  it('does not jump from the actual size of a large photo, which may be above the limit', () => {
    expect([pinchedScale(25, 1.01), pinchedScale(25, 0.9), pinchedScale(25, 0.1)]).toEqual([25, 22.5, 2.5])
  })
})

describe('the steps of the magnification', () => {
  it('multiply by 1.5 up to 5', () => {
    expect(steps(1, 1, 5)).toEqual([1.5, 2.25, 3.375, 5, 5])
  })

  it('divide by 1.5 down to 0.5', () => {
    expect(steps(1, -1, 3)).toEqual([0.667, 0.5, 0.5])
  })

  it('lead back to 1 from both limits', () => {
    expect(steps(5, -1, 4)).toEqual([3.375, 2.25, 1.5, 1])
    expect(steps(0.5, 1, 2)).toEqual([0.667, 1])
  })

  it('begin at the next step after a pinch', () => {
    expect(steps(1.2, 1, 1)).toEqual([1.5])
    expect(steps(1.2, -1, 1)).toEqual([1])
  })
})

describe('the view', () => {
  it('keeps the point of the picture below the cursor', () => {
    const cursor = { x: -250, y: 130 }
    let view = FITTED
    for (const scale of [1.5, 2.25, 5, 3.375, 1.5]) {
      const before = pictureAt(view, frame, cursor)
      view = zoomedAt(view, scale, cursor, frame)
      expect(pictureAt(view, frame, cursor).x).toBeCloseTo(before.x, 10)
      expect(pictureAt(view, frame, cursor).y).toBeCloseTo(before.y, 10)
    }
  })

  it('moves with the pointer and stops at the edges of the picture', () => {
    const view = { scale: 2, x: 0.5, y: 0.5 }
    expect(panned(view, { x: 240, y: -160 }, frame)).toEqual({ scale: 2, x: 0.4, y: 0.6 })
    expect(panned(view, { x: 9000, y: -9000 }, frame)).toEqual({ scale: 2, x: 0.25, y: 0.75 })
  })

  it('keeps a picture that is smaller than its box in the middle', () => {
    expect(panned({ scale: 0.5, x: 0.5, y: 0.5 }, { x: 300, y: 300 }, frame)).toEqual({
      scale: 0.5,
      x: 0.5,
      y: 0.5,
    })
    const tall = { box: frame.box, fitted: fittedSize({ width: 1000, height: 2000 }, frame.box) }
    expect(tall.fitted).toEqual({ width: 400, height: 800 })
    expect(limitedView({ scale: 2, x: 0.1, y: 0.1 }, tall)).toEqual({ scale: 2, x: 0.5, y: 0.25 })
  })

  it('converts between positions in the box and points of the picture', () => {
    const view = { scale: 3, x: 0.3, y: 0.7 }
    const at = { x: 77, y: -31 }
    const back = positionOf(view, frame, pictureAt(view, frame, at))
    expect(back.x).toBeCloseTo(at.x)
    expect(back.y).toBeCloseTo(at.y)
  })
})

describe('two views that move together', () => {
  it('stay the same if they are the same', () => {
    const after = zoomedAt(FITTED, 2.25, { x: 100, y: 50 }, frame)
    const other = followView(FITTED, FITTED, after, frame)
    expect(other.scale).toBeCloseTo(after.scale)
    expect(other.x).toBeCloseTo(after.x)
    expect(other.y).toBeCloseTo(after.y)
  })

  it('keep their difference in place and magnification', () => {
    const before = { scale: 2, x: 0.5, y: 0.5 }
    const after = panned(before, { x: 120, y: 0 }, frame)
    const other = followView({ scale: 4, x: 0.6, y: 0.4 }, before, after, frame)
    // 120 pixels are half as much of a picture that is twice as large.
    expect(other.x).toBeCloseTo(0.6 - 120 / 1200 / 4)
    expect(other.scale).toBe(4)
  })

  it('never leave the limits', () => {
    expect(followView({ scale: 4, x: 0.9, y: 0.5 }, FITTED, { ...FITTED, scale: 5 }, frame).scale).toBe(5)
    expect(followView({ ...FITTED, scale: 0.6 }, FITTED, { ...FITTED, scale: 0.5 }, frame).scale).toBe(0.5)
  })
})
