import type { Point } from '#panel/panorama/view/direction.ts'
import type { Position } from '#panel/panorama/view/view-camera.ts'

/** The geometry of the surface that a photo lies on: of the sphere, or of the plane of a flat photo. */
export interface Geometry {
  /** Points along the shortest way between two points, from the first to the last, close enough to be projected one by one. */
  line(from: Point, to: Point): Point[]
  /** Points along a circle; the last is the first. @param radius in the unit of `distance` */
  circle(centre: Point, radius: number): Point[]
  /** On the sphere the angle in degrees; on the plane a length, where the longer side of the photo is 2 long. */
  distance(one: Point, other: Point): number
  /** The movement of the whole surface that brings `from` to `to`. Shapes keep their form. */
  movement(from: Point, to: Point): (point: Point) => Point
}

/** Where a point is on the screen, in CSS pixels; undefined if it lies behind the camera. */
export type Project = (point: Point) => Position | undefined

/** How many points a circle has: at a radius of 1,000 pixels its sides lie less than a quarter of a pixel beside it. */
export const CIRCLE_POINTS = 180

/** The way through these points, along the surface. */
export function wayThrough(geometry: Geometry, points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const from = points[index - 1]
    return from ? geometry.line(from, point).slice(1) : [point]
  })
}

/** The way around these points, along the surface; the last point is the first. */
export function wayAround(geometry: Geometry, points: readonly Point[]): Point[] {
  const [first] = points
  return first ? wayThrough(geometry, [...points, first]) : []
}

/**
 * The parts of a way that lie in front of the camera, on the screen. Where the way passes behind the camera, a part ends: at most one
 * step of the way before, which is far outside of every view.
 */
export function projectWay(way: readonly Point[], project: Project): Position[][] {
  const parts: Position[][] = []
  let part: Position[] = []
  for (const point of way) {
    const position = project(point)
    if (position) part.push(position)
    if (position && part.length === 1) parts.push(part)
    if (!position) part = []
  }
  return parts
}
