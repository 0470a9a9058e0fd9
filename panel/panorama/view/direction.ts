import { type Point, wrapAngle } from '#panel/drawing/geometry/point.ts'

/** The direction and the angle of the view. */
export interface Direction extends Point {
  /** The angle between the top and the bottom of the view, in degrees. */
  fov: number
}

/** The smallest and the largest vertical angle of view of a sphere, in degrees. */
export const FOV_MIN = 30
export const FOV_MAX = 100

export function limit(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** The direction at `share` (0 to 1) of the shorter way from one direction to another. */
export function between(from: Direction, to: Direction, share: number): Direction {
  return {
    yaw: wrapAngle(from.yaw + wrapAngle(to.yaw - from.yaw) * share),
    pitch: from.pitch + (to.pitch - from.pitch) * share,
    fov: from.fov + (to.fov - from.fov) * share,
  }
}
