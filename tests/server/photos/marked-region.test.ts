import { describe, expect, it } from 'vitest'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import {
  drawnOutlines,
  outlineOf,
  regionAround,
} from '#server/features/inspections/description/marked-region.ts'

const SIZE = { width: 4000, height: 2000 }
const SPHERE = { full_width: 4000, full_height: 2000, left: 0, top: 0 }
const box = (on: 'image' | 'sphere', points: [number, number][]) =>
  ({ on, kind: 'box', points }) as FindingShape

describe('the outline of a mark', () => {
  it('has the four corners of a box on a photo', () => {
    const shape = box('image', [
      [0.25, 0.5],
      [0.5, 0.75],
    ])
    expect(outlineOf(shape, SIZE, undefined)).toEqual([
      [0.25, 0.5],
      [0.5, 0.5],
      [0.5, 0.75],
      [0.25, 0.75],
    ])
  })

  it('lies on the photo of a sphere by longitude and latitude, its centre at 0, 0', () => {
    const shape = box('sphere', [
      [-90, -45],
      [90, 45],
    ])
    const outline = outlineOf(shape, SIZE, SPHERE) ?? []
    expect([outline[0], outline[2]]).toEqual([
      [0.25, 0.75],
      [0.75, 0.25],
    ])
  })

  it('lies on the photo of a part of a sphere, counted from the centre of the photo', () => {
    const part = { full_width: 8000, full_height: 4000, left: 500, top: 200 }
    const at = (...place: [number, number]) =>
      outlineOf({ on: 'sphere', kind: 'point', points: [place] }, SIZE, part)
    expect(at(0, 0)).toEqual([[0.5, 0.5]])
    expect(at(45, 22.5)).toEqual([[0.75, 0.25]])
  })

  it('continues beyond the seam and is drawn at both borders', () => {
    const across = box('sphere', [
      [162, -9],
      [-162, 9],
    ])
    const outline = outlineOf(across, SIZE, SPHERE) ?? []
    expect(outline.map(([x]) => x)).toEqual([0.95, 1.05, 1.05, 0.95].map((x) => expect.closeTo(x)))
    expect(drawnOutlines(outline, true).length).toBe(2)
    expect(drawnOutlines(outline, false)).toEqual([outline])
  })

  it('of a polygon goes the shorter way over the seam', () => {
    const shape = {
      on: 'sphere',
      kind: 'polygon',
      points: [
        [171, 0],
        [-171, 0],
        [-171, 9],
      ],
    } as FindingShape
    const across = (outlineOf(shape, SIZE, SPHERE) ?? []).map(([x]) => x)
    expect(across).toEqual([0.975, 1.025, 1.025].map((x) => expect.closeTo(x)))
  })

  it('is unknown on a photo that is no sphere', () => {
    const shape = { on: 'sphere', kind: 'point', points: [[0, 0]] } as FindingShape
    expect(outlineOf(shape, SIZE, undefined)).toBeUndefined()
  })
})

describe('the region around a mark', () => {
  const ratioOf = ({ width, height }: { width: number; height: number }) =>
    (width * SIZE.width) / (height * SIZE.height)

  it.each([
    ['a point in the middle', [[0.5, 0.5]]],
    ['a point in the corner', [[0, 1]]],
    [
      'a high outline',
      [
        [0.5, 0],
        [0.51, 1],
      ],
    ],
    [
      'the whole photo',
      [
        [0, 0],
        [1, 1],
      ],
    ],
  ] as [string, [number, number][]][])('has the ratio and lies on the photo for %s', (_, outline) => {
    const region = regionAround(outline, SIZE, 4 / 3, false)
    expect(ratioOf(region)).toBeCloseTo(4 / 3)
    expect(region.left).toBeGreaterThanOrEqual(0)
    expect(region.top).toBeGreaterThanOrEqual(0)
    expect(region.left + region.width).toBeLessThanOrEqual(1 + 1e-9)
    expect(region.top + region.height).toBeLessThanOrEqual(1 + 1e-9)
  })

  it('stays around the mark beyond the seam of a sphere', () => {
    const { left, width } = regionAround(
      [
        [0.98, 0.5],
        [1.06, 0.5],
      ],
      SIZE,
      4 / 3,
      true,
    )
    expect(left + width / 2).toBeCloseTo(1.02)
  })
})
