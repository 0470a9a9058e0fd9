import { describe, expect, test } from 'vitest'
import { tileLevels } from '#domain/pictures/panorama.ts'
import {
  closedPolylineThrough,
  type Geometry,
  pathOf,
  polylineThrough,
} from '#panel/drawing/geometry/geometry.ts'
import { PLANE } from '#panel/drawing/geometry/plane.ts'
import { degrees, type Point, radians } from '#panel/drawing/geometry/point.ts'
import { SPHERE } from '#panel/drawing/geometry/sphere.ts'
import type { Figure } from '#panel/panorama/annotations/annotation.ts'
import { distanceTo, placeFigure } from '#panel/panorama/annotations/placed-figure.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import { surfaceOf } from '#panel/panorama/view/surface.ts'
import { ViewCamera } from '#panel/panorama/view/view-camera.ts'

const [WIDTH, HEIGHT] = [1440, 900]

/** The camera of a view in this direction, of a whole sphere or a flat photo. */
function cameraAt(direction: Direction, isSphere = true): ViewCamera {
  const [width, height] = [4096, 2048]
  const sphere = isSphere ? { full_width: width, full_height: height, left: 0, top: 0 } : null
  const levels = tileLevels(width, height)
  const picture = { width, height, sphere, heading: null, pose: null, tile_size: 512, levels, tile_url: '' }
  const camera = new ViewCamera()
  camera.lookAt(surfaceOf(picture), direction)
  camera.setSize(WIDTH, HEIGHT)
  return camera
}

function placed(figure: Figure, camera: ViewCamera, geometry: Geometry = SPHERE) {
  const textWidth = (text: string) => text.length * 8
  return placeFigure(figure, { geometry, project: (point) => camera.project(point), textWidth })
}

const rectangle = (corners: Point[]): Figure => ({ tool: 'rectangle', points: corners, text: '' })
const textAt = (at: Point): Figure => ({ tool: 'text', points: [at], text: 'crack' })

/** The angle between two points of the sphere, in degrees. @see https://en.wikipedia.org/wiki/Haversine_formula */
function angleBetween(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const level = Math.cos(radians(a.pitch)) * Math.cos(radians(b.pitch))
  const haversine = half(a.pitch, b.pitch) + level * half(a.yaw, b.yaw)
  return degrees(2 * Math.asin(Math.sqrt(Math.min(1, haversine))))
}

/** The point above or below a centre, around the sphere if it is beyond a pole. */
const edgeOf = ({ yaw, pitch }: Point, radius: number): Point => ({ yaw, pitch: pitch + radius })

const DIRECTIONS: Direction[] = [30, 75, 100].flatMap((fov) => [
  { yaw: 0, pitch: 0, fov },
  { yaw: 179.9, pitch: 5, fov },
  { yaw: -180, pitch: -40, fov },
  { yaw: 30, pitch: 89.9, fov },
  { yaw: -120, pitch: -90, fov },
])

describe('a point of the sphere', () => {
  test.each(DIRECTIONS)('comes back to its position on the screen: $yaw, $pitch at $fov', (direction) => {
    const camera = cameraAt(direction)
    for (const x of [0, 1, 400, 720, 1439]) {
      for (const y of [0, 450, 899]) {
        const back = camera.project(camera.unproject({ x, y }))
        expect(back?.x).toBeCloseTo(x, 4)
        expect(back?.y).toBeCloseTo(y, 4)
      }
    }
  })
})

describe('a rectangle', () => {
  test.each(DIRECTIONS)(
    'that is drawn on the screen has straight sides there: $yaw, $pitch at $fov',
    (direction) => {
      const camera = cameraAt(direction)
      const corners = [
        { x: 300, y: 200 },
        { x: 1100, y: 200 },
        { x: 1100, y: 700 },
        { x: 300, y: 700 },
      ].map((position) => camera.unproject(position))
      const { lines } = placed(rectangle(corners), camera)
      expect(lines).toHaveLength(1)
      for (const { x, y } of lines[0] ?? []) {
        const beside = Math.min(Math.abs(x - 300), Math.abs(x - 1100), Math.abs(y - 200), Math.abs(y - 700))
        expect(beside).toBeLessThan(0.001)
      }
    },
  )

  test('across ±180° is as small as it was drawn', () => {
    const corners = [
      { yaw: 178, pitch: 3 },
      { yaw: -178, pitch: 3 },
      { yaw: -178, pitch: -3 },
      { yaw: 178, pitch: -3 },
    ]
    const way = closedPolylineThrough(SPHERE, corners)
    expect(way.every(({ yaw }) => Math.abs(yaw) >= 177.999)).toBe(true)
    const back = cameraAt({ yaw: 180, pitch: 0, fov: 75 })
    expect(placed(rectangle(corners), back).lines).toHaveLength(1)
    expect(pathOf(placed(rectangle(corners), cameraAt({ yaw: 0, pitch: 0, fov: 100 })).lines)).toBe('')
  })
})

describe('a circle', () => {
  test.each([
    { yaw: 10, pitch: 20 },
    { yaw: 180, pitch: 0 },
    { yaw: 0, pitch: 90 },
    { yaw: 50, pitch: -90 },
    { yaw: 50, pitch: -85 },
  ])('has its radius everywhere, around $yaw, $pitch', (centre) => {
    for (const radius of [0.1, 12, 80]) {
      const way = SPHERE.circle(centre, edgeOf(centre, radius))
      for (const point of way) expect(angleBetween(centre, point)).toBeCloseTo(radius, 6)
      expect(angleBetween(way[0] as Point, way.at(-1) as Point)).toBeCloseTo(0, 6)
      // The points go all the way around: half of the way is on the other side.
      expect(angleBetween(way[0] as Point, way[90] as Point)).toBeCloseTo(
        2 * radius > 180 ? 360 - 2 * radius : 2 * radius,
        6,
      )
    }
  })

  test('whose edge is partly behind the camera is cut there, and no line crosses the screen', () => {
    const camera = cameraAt({ yaw: 60, pitch: 0, fov: 100 })
    const points = [
      { yaw: 0, pitch: 0 },
      { yaw: 60, pitch: 0 },
    ]
    const { lines } = placed({ tool: 'circle', points, text: '' }, camera)
    // Only the edge at yaw 60 is in view. There the distance from one position to the next is short.
    for (const line of lines) {
      for (const [index, { x, y }] of line.entries()) {
        const next = line[index + 1]
        if (!next || x < 0 || x > WIDTH || y < 0 || y > HEIGHT) continue
        expect(Math.hypot(next.x - x, next.y - y)).toBeLessThan(60)
      }
    }
    expect(lines.flat().some(({ x, y }) => Math.abs(x - 720) < 1 && Math.abs(y - 450) < 1)).toBe(true)
  })
})

describe('a movement', () => {
  test('moves the point to its place, and keeps the shape across the pole and ±180°', () => {
    const points = [
      { yaw: 170, pitch: 80 },
      { yaw: -170, pitch: 85 },
      { yaw: 100, pitch: 88 },
    ]
    const [from, to] = [points[0] as Point, { yaw: -10, pitch: 84 }]
    const moved = points.map(SPHERE.movement(from, to))
    expect(angleBetween(moved[0] as Point, to)).toBeCloseTo(0, 6)
    for (const [one, other] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const) {
      const before = angleBetween(points[one] as Point, points[other] as Point)
      expect(angleBetween(moved[one] as Point, moved[other] as Point)).toBeCloseTo(before, 6)
    }
  })

  test('of a flat photo moves all points by the same distance', () => {
    const camera = cameraAt({ yaw: 0, pitch: 0, fov: 60 }, false)
    const at = (x: number, y: number) => camera.unproject({ x, y })
    const move = PLANE.movement(at(100, 100), at(160, 70))
    const position = camera.project(move(at(400, 300)))
    expect(position?.x).toBeCloseTo(460, 6)
    expect(position?.y).toBeCloseTo(270, 6)
  })
})

describe('a line', () => {
  test('is cut where it is behind the camera, and continues where it is in front again', () => {
    const equator = polylineThrough(
      SPHERE,
      [0, 90, 180, -90, 0].map((yaw) => ({ yaw, pitch: 10 })),
    )
    const camera = cameraAt({ yaw: 0, pitch: 0, fov: 100 })
    const { lines } = placed({ tool: 'pen', points: equator, text: '' }, camera)
    expect(lines).toHaveLength(2)
    expect(lines.flat().every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  })
})

describe('the distance of a pointer', () => {
  const camera = cameraAt({ yaw: 0, pitch: 0, fov: 75 })
  const at = (x: number, y: number) => camera.unproject({ x, y })
  const corners = [at(300, 200), at(900, 200), at(900, 600), at(300, 600)]
  const circle: Figure = { tool: 'circle', points: [at(720, 450), at(820, 450)], text: '' }

  test.each([
    ['a rectangle, 14.9 px outside', rectangle(corners), { x: 285.1, y: 400 }, true],
    ['a rectangle, 15.1 px outside', rectangle(corners), { x: 284.9, y: 400 }, false],
    ['a rectangle, inside', rectangle(corners), { x: 600, y: 400 }, false],
    ['a circle, 14 px inside', circle, { x: 806, y: 450 }, true],
    ['a circle, 16 px outside', circle, { x: 836, y: 450 }, false],
    ['a circle, in its middle', circle, { x: 720, y: 450 }, false],
    ['a text, 29.9 px before', textAt(at(500, 300)), { x: 470.1, y: 300 }, true],
    ['a text, 31 px before', textAt(at(500, 300)), { x: 469, y: 300 }, false],
    ['a text, 29.9 px behind', textAt(at(500, 300)), { x: 569.9, y: 300 }, true],
  ] as [string, Figure, { x: number; y: number }, boolean][])('%s', (_, figure, position, isHit) => {
    expect(Number.isFinite(distanceTo(placed(figure, camera), position))).toBe(isHit)
  })
})
