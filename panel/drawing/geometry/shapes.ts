import { type FindingShape, POLYGON_CORNERS_MAX, type ShapePoint } from '#domain/findings/finding-shape.ts'
import { distanceBetween, wrapAngle } from './point.ts'

export type On = FindingShape['on']

/** How exact a stored point is, as decimals: a hundredth of a pixel of the largest photos. */
const DECIMALS: Record<On, number> = { image: 6, sphere: 4 }
/** The distance between the points on the side of a box on a sphere, in degrees: such a side is curved on the screen. */
const BOX_STEP = 2

type Edge = 'x1' | 'x2' | 'y1' | 'y2'
/** The sides of a box: `x1` is less than `x2`, also across the seam of a sphere, and `y1` is less than `y2`. */
type Box = Record<Edge, number>
/** The sides that meet in the corners of a box, in order. */
const BOX_CORNERS = [
  ['x1', 'y1'],
  ['x2', 'y1'],
  ['x2', 'y2'],
  ['x1', 'y2'],
] as const

/** A place where a shape can be pulled: sides of a box, a corner of a polygon, or the middle of its side, which becomes a corner. */
export type Handle =
  | { kind: 'edges'; edges: readonly Edge[] }
  | { kind: 'corner'; index: number }
  | { kind: 'side'; index: number }

/** A valid point at this place or, outside of the photo, at the nearest one. */
export function pointAt(on: On, x: number, y: number): ShapePoint {
  const round = (value: number) => Number(value.toFixed(DECIMALS[on]))
  if (on === 'sphere') return [round(wrapAngle(x)), round(Math.min(90, Math.max(-90, y)))]
  return [round(Math.min(1, Math.max(0, x))), round(Math.min(1, Math.max(0, y)))]
}

export function pointShape(on: On, point: ShapePoint): FindingShape {
  return { on, kind: 'point', points: [point] }
}

/** The box with two opposite corners; undefined if it has no area. On a sphere it goes the shorter way around. */
export function boxShape(on: On, one: ShapePoint, other: ShapePoint): FindingShape | undefined {
  return shapeOfBox(on, { x1: one[0], y1: one[1], x2: near(on, other[0], one[0]), y2: other[1] })
}

/** The polygon with these corners; undefined if there are too few or too many. */
export function polygonShape(on: On, corners: readonly ShapePoint[]): FindingShape | undefined {
  if (corners.length < 3 || corners.length > POLYGON_CORNERS_MAX) return undefined
  return { on, kind: 'polygon', points: [...corners] }
}

/** The corners in order, those of a box from `x1`, `y1`. */
export function cornersOf(shape: FindingShape): ShapePoint[] {
  if (shape.kind !== 'box') return shape.points
  const box = boxOf(shape)
  return BOX_CORNERS.map(([x, y]) => pointAt(shape.on, box[x], box[y]))
}

/** Points on the sides of a box on a sphere, near enough to each other for a smooth line. The last is the first. */
export function boxOutline(shape: FindingShape): ShapePoint[] {
  const box = boxOf(shape)
  const [first, ...others] = [...BOX_CORNERS, BOX_CORNERS[0]].map(([x, y]) => ({ x: box[x], y: box[y] }))
  let from = first ?? { x: 0, y: 0 }
  const outline: ShapePoint[] = [[wrapAngle(from.x), from.y]]
  for (const to of others) {
    const steps = Math.max(1, Math.ceil(distanceBetween(from, to) / BOX_STEP))
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps
      outline.push([wrapAngle(from.x + (to.x - from.x) * share), from.y + (to.y - from.y) * share])
    }
    from = to
  }
  return outline
}

/** The handles of a shape with their places. A point has none: it is moved as a whole. */
export function handlesOf(shape: FindingShape): { handle: Handle; at: ShapePoint }[] {
  if (shape.kind === 'point') return []
  if (shape.kind === 'box') {
    const box = boxOf(shape)
    const { x1, x2, y1, y2 } = box
    const place = (edges: readonly Edge[]): ShapePoint => {
      const x = edges.find((edge) => edge[0] === 'x')
      const y = edges.find((edge) => edge[0] === 'y')
      return pointAt(shape.on, x ? box[x] : (x1 + x2) / 2, y ? box[y] : (y1 + y2) / 2)
    }
    const sides = [['y1'], ['x2'], ['y2'], ['x1']] as const
    return [...sides, ...BOX_CORNERS].map((edges) => ({ handle: { kind: 'edges', edges }, at: place(edges) }))
  }
  const { on, points } = shape
  const sides = points.map((point, index) => {
    const next = points[(index + 1) % points.length] ?? point
    const x = (point[0] + near(on, next[0], point[0])) / 2
    return { handle: { kind: 'side', index } as const, at: pointAt(on, x, (point[1] + next[1]) / 2) }
  })
  const corners = points.map((at, index) => ({ handle: { kind: 'corner', index } as const, at }))
  return points.length < POLYGON_CORNERS_MAX ? [...sides, ...corners] : corners
}

/** The shape after a handle is pulled to a point. Only this corner or these sides move. */
export function reshape(shape: FindingShape, handle: Handle, to: ShapePoint): FindingShape {
  const { on } = shape
  if (handle.kind === 'edges') {
    const box = boxOf(shape)
    const x = near(on, to[0], (box.x1 + box.x2) / 2)
    const pulled = handle.edges.map((edge) => [edge, edge[0] === 'x' ? x : to[1]])
    return shapeOfBox(on, { ...box, ...Object.fromEntries(pulled) }) ?? shape
  }
  const points =
    handle.kind === 'corner'
      ? shape.points.with(handle.index, to)
      : shape.points.toSpliced(handle.index + 1, 0, to)
  return { ...shape, points } as FindingShape
}

/** The polygon without a corner; undefined if too few corners would be left. */
export function removeCorner(shape: FindingShape, index: number): FindingShape | undefined {
  if (shape.kind !== 'polygon') return undefined
  return polygonShape(shape.on, shape.points.toSpliced(index, 1))
}

/** The shape moved as a whole, by the way from one point to another. It stops at the borders of the photo. */
export function moveShape(shape: FindingShape, from: ShapePoint, to: ShapePoint): FindingShape {
  const { on } = shape
  const corners = cornersOf(shape)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [low, high] = on === 'image' ? [0, 1] : [-90, 90]
  const dx = on === 'image' ? within(to[0] - from[0], xs, 0, 1) : wrapAngle(to[0] - from[0])
  const dy = within(to[1] - from[1], ys, low, high)
  return { ...shape, points: shape.points.map(([x, y]) => pointAt(on, x + dx, y + dy)) } as FindingShape
}

/** The upper left corner of the shape, or its highest corner: where its tag is. */
export function anchorOf(shape: FindingShape): ShapePoint {
  const [first] = shape.points as [ShapePoint]
  if (shape.kind === 'box') return shape.on === 'image' ? first : [first[0], shape.points[1]?.[1] ?? first[1]]
  const isHigher = (a: ShapePoint, b: ShapePoint) => (shape.on === 'image' ? a[1] < b[1] : a[1] > b[1])
  return shape.points.reduce<ShapePoint>((best, point) => (isHigher(point, best) ? point : best), first)
}

/** The smallest box around the shape, as its middle and its size. On a sphere in degrees. */
export function boundsOf(shape: FindingShape) {
  const corners = cornersOf(shape)
  const [reference = 0] = corners[0] ?? []
  const xs = corners.map(([x]) => near(shape.on, x, reference))
  const ys = corners.map(([, y]) => y)
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, width: x2 - x1, height: y2 - y1 }
}

function boxOf({ on, points }: FindingShape): Box {
  const [first, second] = points as [ShapePoint, ShapePoint]
  const isAcrossSeam = on === 'sphere' && second[0] < first[0]
  return { x1: first[0], y1: first[1], x2: isAcrossSeam ? second[0] + 360 : second[0], y2: second[1] }
}

function shapeOfBox(on: On, { x1, x2, y1, y2 }: Box): FindingShape | undefined {
  const first = pointAt(on, Math.min(x1, x2), Math.min(y1, y2))
  const second = pointAt(on, Math.max(x1, x2), Math.max(y1, y2))
  if (first[0] === second[0] || first[1] === second[1]) return undefined
  return { on, kind: 'box', points: [first, second] }
}

/** On a sphere, the same longitude with the shortest way to another one. */
function near(on: On, x: number, reference: number): number {
  return on === 'sphere' ? reference + wrapAngle(x - reference) : x
}

/** The nearest movement that keeps all values between two limits. */
function within(movement: number, values: readonly number[], low: number, high: number): number {
  return Math.min(high - Math.max(...values), Math.max(low - Math.min(...values), movement))
}
