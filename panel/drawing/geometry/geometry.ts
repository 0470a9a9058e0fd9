import type { Point, Position } from './point.ts'

/** The geometry of the surface that a photo lies on: of the sphere, or of the plane of a flat photo. */
export interface Geometry {
  /** Points on the shortest line between two points, including both. They are close enough that the projected line is smooth. */
  line(from: Point, to: Point): Point[]
  /** Points along the circle through a point; the last is the first. */
  circle(centre: Point, edge: Point): Point[]
  /** A transformation of the surface that moves `from` to `to` and does not change shapes. */
  movement(from: Point, to: Point): (point: Point) => Point
}

/** Where a point is on the screen; undefined if it lies behind the camera. */
export type Project = (point: Point) => Position | undefined

/** The angles, in radians, of the points of a circle. With a radius of 1,000 pixels, the polygon differs from the circle by less than a quarter of a pixel. */
export const CIRCLE_TURNS = Array.from({ length: 181 }, (_, index) => (2 * Math.PI * (index % 180)) / 180)

/** The polyline through these points on the surface. */
export function polylineThrough(geometry: Geometry, points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const from = points[index - 1]
    return from ? geometry.line(from, point).slice(1) : [point]
  })
}

/** The closed polyline through these points on the surface; its last point is its first. */
export function closedPolylineThrough(geometry: Geometry, points: readonly Point[]): Point[] {
  return polylineThrough(geometry, [...points, ...points.slice(0, 1)])
}

/**
 * Projects a polyline to the screen. The result has only the parts that are in front of the camera. A part may end one point too early,
 * but that place is always far outside of the view.
 */
export function projectPolyline(polyline: readonly Point[], project: Project): Position[][] {
  const parts: Position[][] = []
  let part: Position[] = []
  for (const point of polyline) {
    const position = project(point)
    if (position) part.push(position)
    if (position && part.length === 1) parts.push(part)
    if (!position) part = []
  }
  return parts
}

/** The commands of an SVG path. */
export function pathOf(lines: readonly (readonly Position[])[]): string {
  // More digits would make no visible difference, also for fractions of a magnified photo.
  const round = (length: number) => Math.round(length * 1e6) / 1e6
  return lines
    .map((line) => line.map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join(''))
    .join('')
}
