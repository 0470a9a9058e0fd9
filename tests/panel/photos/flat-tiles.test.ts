import { describe, expect, it } from 'vitest'
import { tileLevels } from '#domain/pictures/panorama.ts'
import {
  canvasGrid,
  type FlatTile,
  type Rectangle,
  sharpLevel,
  type TiledView,
  tileOnCanvas,
  tilesIn,
} from '#panel/photos/lightbox/flat-tiles.ts'
import { partOnto, similarityOf } from '#panel/turbine-page/compare/similarity.ts'

/** Levels 0 to 4 have 501, 1001, 2001, 4001 and 8001 columns of pixels. */
const PHOTO = { width: 8001, height: 6003 }
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 }

/** The view of a box of the screen whose upper left corner shows this pixel of the photo. */
function viewOf(scale: number, left: number, top: number, box = { width: 1440, height: 714 }): TiledView {
  const [x, y] = [left / PHOTO.width, top / PHOTO.height]
  const [across, down] = [box.width / scale / PHOTO.width, box.height / scale / PHOTO.height]
  return { needed: PHOTO.width * scale, part: { left: x, top: y, right: x + across, bottom: y + down } }
}

describe('the level of a view', () => {
  const levelAt = (needed: number, known = 2560) => sharpLevel(PHOTO, { needed, part: WHOLE }, known)

  it('is the smallest one that has enough pixels, and more than the picture below', () => {
    expect(tileLevels(PHOTO.width, PHOTO.height).map(({ width }) => width)).toEqual([
      501, 1001, 2001, 4001, 8001,
    ])
    expect([2560, 2561, 4000.5, 4010, 8001].map((needed) => levelAt(needed))).toEqual([undefined, 3, 3, 4, 4])
    expect(levelAt(1500, 1280)).toBe(2)
  })

  it('stays the last one if the photo is magnified further', () => {
    expect(sharpLevel(PHOTO, viewOf(4, 100, 100), 2560)).toBe(4)
  })

  it('is a smaller one if a view would need too many tiles', () => {
    const wall = { width: 40_000, height: 30_000 }
    const level = sharpLevel(wall, { needed: 40_000, part: WHOLE }, 0) ?? 0
    expect(tilesIn(wall, level, WHOLE).length).toBeLessThanOrEqual(200)
    expect(tilesIn(wall, level + 1, WHOLE).length).toBeGreaterThan(200)
  })

  it('is none while the place has no size', () => {
    expect(levelAt(Number.NaN)).toBeUndefined()
    expect(levelAt(0)).toBeUndefined()
  })
})

describe('the tiles of a view', () => {
  it('are those that it shows, the ones in the middle first', () => {
    const tiles = tilesIn(PHOTO, 4, viewOf(1, 1000, 600).part)
    const sides = (side: 'column' | 'row') => [...new Set(tiles.map((tile) => tile[side]))].sort()
    expect([sides('column'), sides('row')]).toEqual([
      [1, 2, 3, 4],
      [1, 2],
    ])
    expect(tiles[0]).toEqual({ key: '4/3/1', level: 4, column: 3, row: 1 })
    expect(tiles).toHaveLength(8)
  })

  it('end at the borders of the photo', () => {
    const around = { left: -1, top: -1, right: 2, bottom: 2 }
    for (const [level, { columns, rows }] of tileLevels(PHOTO.width, PHOTO.height).entries())
      expect(tilesIn(PHOTO, level, around)).toHaveLength(columns * rows)
    expect(tilesIn(PHOTO, 4, { left: 1.1, top: 0, right: 1.5, bottom: 1 })).toEqual([])
  })
})

describe('the canvas of a view', () => {
  /** Every tile of the level that lies on the canvas. */
  function draw(view: TiledView, level: number): Rectangle[] {
    const grid = canvasGrid(PHOTO, view, level)
    return tilesIn(PHOTO, level, WHOLE)
      .map((tile) => tileOnCanvas(PHOTO, tile, grid))
      .filter(({ left, top, width, height }) => {
        return left < grid.width && top < grid.height && left + width > 0 && top + height > 0
      })
  }

  it.each([0.31, 0.4999, 0.5, 0.6667, 0.8717, 1, 1.3, 2.7])(
    'is covered by its tiles, each pixel once, at %f times the size of the photo',
    (scale) => {
      const view = viewOf(scale, 1234.567, 89.01)
      const level = sharpLevel(PHOTO, view, 2000) ?? -1
      const grid = canvasGrid(PHOTO, view, level)
      const covered = draw(view, level).map(({ left, top, width, height }) => {
        const [across, down] = [
          Math.min(left + width, grid.width) - Math.max(left, 0),
          Math.min(top + height, grid.height) - Math.max(top, 0),
        ]
        expect([left, top, width, height].every(Number.isInteger)).toBe(true)
        return across * down
      })
      expect(covered.reduce((sum, pixels) => sum + pixels, 0)).toBe(grid.width * grid.height)
    },
  )

  it('has the pixels of the screen, and at actual size those of the tiles', () => {
    expect(canvasGrid(PHOTO, viewOf(0.7, 2000.3, 1000.8), 4)).toMatchObject({ width: 1440, height: 714 })
    const view = viewOf(1, 2000.3, 1000.8)
    expect(canvasGrid(PHOTO, view, 4)).toMatchObject({ scale: 1, width: 1440, height: 714 })
    const inside = draw(view, 4).filter(({ left, top }) => left > 0 && top > 0)
    expect(inside.length).toBeGreaterThan(0)
    for (const { width, height } of inside) expect([width, height]).toEqual([512, 512])
  })

  it('has the pixels of the tiles if they are enlarged, so that it is enlarged as a whole', () => {
    expect(canvasGrid(PHOTO, viewOf(4, 2000.3, 1000.8), 4)).toEqual({
      scale: 1,
      left: 2000,
      top: 1000,
      width: 361,
      height: 180,
    })
  })

  it('is not larger than the photo in it', () => {
    const grid = canvasGrid(
      PHOTO,
      { needed: 4001, part: { left: -0.2, top: 0.5, right: 1.3, bottom: 1.4 } },
      4,
    )
    expect(grid.left).toBeGreaterThan(-1)
    expect(grid.left).toBeLessThanOrEqual(0)
    expect([grid.width, grid.height]).toEqual([4002, 1501])
  })
})

it('places tiles of all levels on the same pixels', () => {
  const grid = canvasGrid(PHOTO, viewOf(1, 0, 0, { width: 8001, height: 6003 }), 4)
  const edges = ({ level, column, row }: FlatTile) => {
    const { left, top } = tileOnCanvas(PHOTO, { level, column, row }, grid)
    return [left, top]
  }
  expect(edges({ key: '', level: 4, column: 8, row: 4 })).toEqual([4096, 2048])
  expect(edges({ key: '', level: 3, column: 4, row: 2 })).toEqual([4096, 2048])
  expect(edges({ key: '', level: 2, column: 2, row: 1 })).toEqual([4096, 2048])
})

it('finds what of an aligned photo lies in the visible part of the other one', () => {
  const [left, right] = [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1000 },
  ]
  // The right photo is turned by 90 degrees, enlarged twice, and moved.
  const at = (x: number, y: number) => ({ x, y })
  const onto = similarityOf([at(0, 0), at(1000, 0)], [at(3000, 500), at(3000, 2500)])
  const part = partOnto(onto, { left: 0.5, top: 0.5, right: 0.75, bottom: 1 }, left, right)
  expect(part.left).toBeCloseTo((1500 - 500) / 2 / right.width)
  expect(part.right).toBeCloseTo((3000 - 500) / 2 / right.width)
  expect(part.top).toBeCloseTo(0)
  expect(part.bottom).toBeCloseTo((3000 - 2000) / 2 / right.height)
})
