import { expect, it } from 'vitest'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { tileLevels } from '#domain/pictures/panorama.ts'
import { outlineOn, partAround, tilesOn, wholeOn } from '#panel/inspections/review/sphere-part.ts'

const WHOLE = { longitude: 360, latitude: 180 }
const PHOTO = { height: 4096 }
const FRAME = { width: 900, height: 600 }
const box = (...points: [[number, number], [number, number]]): FindingShape => ({
  on: 'sphere',
  kind: 'box',
  points,
})
const rounded = ({ x, y }: { x: number; y: number }) => [Math.round(x), Math.round(y)]

it('shows a small mark in the middle, with what is around it', () => {
  const part = partAround(box([40, -5], [50, 5]), PHOTO, WHOLE, FRAME)
  expect(part).toMatchObject({ width: 900, height: 600, longitude: 45, latitude: 0, down: 20, across: 20 })
  const outline = outlineOn(part, box([40, -5], [50, 5])).map(rounded)
  expect(outline).toContainEqual([350, 400])
  expect(outline).toContainEqual([550, 200])
})

it('shows a large mark as a whole', () => {
  const shape = box([-80, -20], [80, 20])
  const part = partAround(shape, PHOTO, WHOLE, FRAME)
  for (const { x, y } of outlineOn(part, shape)) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(part.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(part.height)
  }
})

it('shows more around a mark where the photo has few pixels, and in a high and narrow frame', () => {
  const shape = box([40, -5], [50, 5])
  expect(partAround(shape, { height: 1024 }, WHOLE, FRAME).down).toBeCloseTo((2 * 1024) / 180)
  const narrow = partAround(shape, PHOTO, WHOLE, { width: 300, height: 600 })
  expect(narrow.width / narrow.across).toBeCloseTo(30)
})

it('makes the picture narrower toward the pole, where a sphere is stretched', () => {
  const part = partAround({ on: 'sphere', kind: 'point', points: [[0, 60]] }, PHOTO, WHOLE, FRAME)
  expect(part.across / part.down).toBeCloseTo(0.5)
  expect(part.width).toBeCloseTo(900)
  expect(outlineOn(part, { on: 'sphere', kind: 'point', points: [[0, 60]] })).toHaveLength(1)
})

it('goes on at the other border of the photo across the seam, without a gap', () => {
  const shape = box([175, -5], [-175, 5])
  const part = partAround(shape, PHOTO, WHOLE, FRAME)
  expect(outlineOn(part, shape).map(rounded)).toContainEqual([550, 200])
  const tiles = tilesOn(part, { levels: tileLevels(8192, 4096), tile_url: '{level}/{column}-{row}' }, WHOLE, {
    pixelRatio: 1,
    knownWidth: 2560,
  })
  const sources = tiles.map(({ source }) => source)
  expect(sources).toContain('4/15-4')
  expect(sources).toContain('4/0-4')
  expect(new Set(sources).size).toBe(sources.length)
  const area = tiles.reduce((sum, tile) => {
    const [left, right] = [Math.max(0, tile.left), Math.min(900, tile.left + tile.width)]
    const [top, bottom] = [Math.max(0, tile.top), Math.min(600, tile.top + tile.height)]
    return sum + (right - left) * (bottom - top)
  }, 0)
  expect(area).toBe(900 * 600)
  expect(wholeOn(part, WHOLE, 'whole')).toHaveLength(2)
})

it('asks for the tiles that the screen can show, and for none that are not sharper than the whole picture', () => {
  const photo = { levels: tileLevels(16384, 8192), tile_url: '{level}/{column}-{row}' }
  const part = partAround(box([40, -5], [50, 5]), PHOTO, WHOLE, FRAME)
  const levelOf = (pixelRatio: number, knownWidth = 2560) =>
    tilesOn(part, photo, WHOLE, { pixelRatio, knownWidth })[0]?.source.split('/')[0]
  expect(levelOf(1)).toBe('4')
  expect(levelOf(2)).toBe('5')
  expect(levelOf(1, 8192)).toBeUndefined()
  const small = { levels: tileLevels(2048, 1024), tile_url: photo.tile_url }
  expect(tilesOn(part, small, WHOLE, { pixelRatio: 2, knownWidth: 2560 })).toEqual([])
})

it('stays inside of a photo of a part of the sphere', () => {
  const extent = { longitude: 120, latitude: 60 }
  const part = partAround(box([50, 20], [58, 28]), PHOTO, extent, FRAME)
  expect(part.longitude + part.width / part.across / 2).toBeCloseTo(60)
  expect(part.latitude + part.height / part.down / 2).toBeCloseTo(30)
  expect(wholeOn(part, extent, 'whole')).toHaveLength(1)
})
