import { Vector3 } from 'three'
import { describe, expect, test } from 'vitest'
import { type Panorama, tileLevels } from '#domain/pictures/panorama.ts'
import { photographedPoint } from '#domain/pictures/sphere-pose.ts'
import { directionText, readDirection } from '#panel/panorama/direction-address.ts'
import { surfaceOf } from '#panel/panorama/view/surface.ts'
import { TileTree } from '#panel/panorama/view/tile-tree.ts'
import { ViewCamera } from '#panel/panorama/view/view-camera.ts'

const PREVIEW = 2560

function panorama(
  width: number,
  height: number,
  sphere: Panorama['sphere'] = whole(width, height),
): Panorama {
  const levels = tileLevels(width, height)
  return {
    width,
    height,
    sphere,
    heading: null,
    pose: null,
    tile_size: 512,
    levels,
    tile_url: '/{level}/{column}-{row}',
  }
}

function whole(width: number, height: number) {
  return { full_width: width, full_height: height, left: 0, top: 0 }
}

/** A camera for a view of 1440 × 900 CSS pixels. */
function cameraOn(picture: Panorama, direction = { yaw: 0, pitch: 0, fov: 75 }) {
  const camera = new ViewCamera()
  camera.setSize(1440, 900)
  camera.lookAt(surfaceOf(picture), direction)
  return camera
}

function levelsInView(picture: Panorama, direction: { yaw: number; pitch: number; fov: number }, ratio = 1) {
  const tree = new TileTree(picture, surfaceOf(picture), PREVIEW)
  return tree.tilesIn(cameraOn(picture, direction).visibleRegion(ratio))
}

test('yaw grows clockwise from the middle of the whole sphere, pitch upwards', () => {
  const surface = surfaceOf(panorama(8192, 4096))
  const rounded = (vector: Vector3) => vector.toArray().map((part) => Math.round(part * 1e6) / 1e6 + 0)
  const world = (yaw: number, pitch: number) =>
    rounded(surface.toWorld(surface.toCoordinates({ yaw, pitch }), new Vector3()))
  expect(world(0, 0)).toEqual([0, 0, -1])
  expect(world(90, 0)).toEqual([1, 0, 0])
  expect(world(0, 90)).toEqual([0, 1, 0])
})

test('a partial sphere is in its area, and the view begins at its middle', () => {
  const surface = surfaceOf(panorama(4000, 1000, { full_width: 8000, full_height: 4000, left: 0, top: 1000 }))
  expect(surface.home(1.6)).toEqual({ yaw: -90, pitch: 22.5, fov: 45 })
})

test('a flat photo is completely in view at first, and can be magnified until its pixels are large', () => {
  const camera = cameraOn(panorama(6000, 1000, null))
  camera.look(camera.home())
  const corner = Math.atan(1) * (180 / Math.PI)
  expect(camera.project({ yaw: -corner, pitch: 0 })?.x).toBeCloseTo(0)
  expect(camera.project({ yaw: corner, pitch: 0 })?.x).toBeCloseTo(1440)
  expect(camera.limit({ yaw: 0, pitch: 0, fov: 1 }).fov).toBeLessThan(10)
})

describe('a position on the screen', () => {
  test('does not exist for a point behind the camera', () => {
    expect(cameraOn(panorama(8192, 4096)).project({ yaw: 180, pitch: 0 })).toBeUndefined()
  })

  test('keeps its point while the user zooms there', () => {
    const camera = cameraOn(panorama(8192, 4096))
    const at = { x: 1000, y: 300 }
    const before = camera.unproject(at)
    camera.zoom(0.9, at)
    expect(camera.unproject(at).yaw).toBeCloseTo(before.yaw, 0)
    expect(camera.unproject(at).pitch).toBeCloseTo(before.pitch, 0)
  })
})

describe('a sphere that was photographed with a pitch of 17° and a roll of −30°', () => {
  const pose = { pitch: 17, roll: -30 }
  const tilted = { ...panorama(8192, 4096), pose }
  const middle = { x: 720, y: 450 }

  test('is level at first, and shows the true horizon across the screen', () => {
    const camera = cameraOn(tilted)
    camera.look(camera.home())
    expect(camera.direction).toEqual({ yaw: 0, pitch: 0, fov: 75 })
    for (const yaw of [-30, 0, 20])
      expect(camera.project(photographedPoint({ yaw, pitch: 0 }, pose))?.y).toBeCloseTo(450, 6)
    expect(camera.project({ yaw: 0, pitch: 0 })?.x).toBeCloseTo(720, 6)
    expect(camera.project({ yaw: 0, pitch: 0 })?.y).toBeLessThan(450)
  })

  test('has its points at the same place of the picture, levelled or as photographed, and keeps the middle of the view', () => {
    const camera = cameraOn(tilted, { yaw: 70, pitch: -12, fov: 60 })
    const levelled = camera.unproject(middle)
    camera.isLevelled = false
    const photographed = camera.unproject(middle)
    expect(photographed.yaw).toBeCloseTo(levelled.yaw, 6)
    expect(photographed.pitch).toBeCloseTo(levelled.pitch, 6)
    // Now the camera looks where the point is in the picture, and addresses still say where it is in the world.
    expect(camera.direction.yaw).toBeCloseTo(levelled.yaw, 6)
    expect(camera.trueDirection).toMatchObject({ yaw: expect.closeTo(70, 6), pitch: expect.closeTo(-12, 6) })
    camera.isLevelled = true
    expect(camera.direction).toMatchObject({ yaw: expect.closeTo(70, 6), pitch: expect.closeTo(-12, 6) })
  })

  test('is photographed with the middle of the picture in the middle of the view', () => {
    const camera = cameraOn(tilted)
    camera.isLevelled = false
    camera.look(camera.home())
    expect(camera.unproject(middle)).toEqual({ yaw: expect.closeTo(0, 6), pitch: expect.closeTo(0, 6) })
    // On the screen, the horizon is turned clockwise: lower at the right.
    const [left, right] = [-20, 20].map((yaw) => camera.project(photographedPoint({ yaw, pitch: 0 }, pose)))
    expect(right?.y).toBeGreaterThan((left?.y ?? 0) + 100)
  })

  test('keeps a point at its position while the user zooms and moves the view', () => {
    const camera = cameraOn(tilted, { yaw: 120, pitch: 20, fov: 60 })
    const [at, to] = [
      { x: 1000, y: 300 },
      { x: 990, y: 310 },
    ]
    const point = camera.unproject(at)
    camera.zoom(0.9, at)
    expect(camera.project(point)?.x).toBeCloseTo(at.x, -1)
    expect(camera.project(point)?.y).toBeCloseTo(at.y, -1)
    camera.look(camera.panned(at, to))
    expect(camera.project(point)?.x).toBeCloseTo(to.x, -1)
    expect(camera.project(point)?.y).toBeCloseTo(to.y, -1)
  })

  test('needs the tiles at the place where the picture is', () => {
    const tree = new TileTree(tilted, surfaceOf(tilted), PREVIEW)
    const camera = cameraOn(tilted, { yaw: 90, pitch: 0, fov: 30 })
    const [first] = tree.tilesIn(camera.visibleRegion(1))
    // The true horizon at the right is 30° below the middle of the picture: in the sixth of its eight rows.
    expect(first).toMatchObject({ level: 4, row: 5 })
    expect([11, 12]).toContain(first?.column)
  })
})

describe('the tiles for a view', () => {
  test('are those in view, of the level that has the pixels of the screen', () => {
    const tiles = levelsInView(panorama(16384, 8192), { yaw: 0, pitch: 0, fov: 30 })
    expect(new Set(tiles.map(({ level }) => level))).toEqual(new Set([5]))
    expect(tiles.every(({ column }) => column >= 13 && column <= 18)).toBe(true)
    // The tiles in the middle come first.
    expect(
      tiles
        .slice(0, 4)
        .map(({ column, row }) => `${column}-${row}`)
        .sort(),
    ).toEqual(['15-7', '15-8', '16-7', '16-8'])
  })

  test('lie on both sides of the border of the picture', () => {
    const tiles = levelsInView(panorama(8192, 4096), { yaw: 180, pitch: 0, fov: 30 })
    expect(tiles.map(({ column }) => column)).toEqual(expect.arrayContaining([0, 15]))
  })

  test('are not needed if the preview is sharp enough', () => {
    expect(levelsInView(panorama(2048, 1024), { yaw: 0, pitch: 0, fov: 30 })).toEqual([])
    expect(levelsInView(panorama(4096, 2048, null), { yaw: 0, pitch: 0, fov: 64 })).toEqual([])
  })

  test('do not exceed their maximum number on a dense screen', () => {
    const tiles = levelsInView(panorama(32768, 16384), { yaw: 0, pitch: 90, fov: 100 }, 3)
    expect(tiles.length).toBeGreaterThan(20)
    expect(tiles.length).toBeLessThanOrEqual(160)
  })
})

test('a direction is the same after it is written into the address and read', () => {
  expect(directionText({ yaw: -0.001, pitch: 12.3456, fov: 60 })).toBe('0,12.35,60')
  expect(readDirection('0,12.35,60')).toEqual({ yaw: 0, pitch: 12.35, fov: 60 })
  expect(readDirection('0.17578125,-4,60')?.yaw).toBe(0.17578125)
})

test.each(['', '1,2', '1,2,3,4', '1,x,60', '1,91,60', '1,2,0', '1e2,2,60', undefined])(
  'an address with %s has no direction',
  (text) => {
    expect(readDirection(text)).toBeUndefined()
  },
)
