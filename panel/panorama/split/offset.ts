import { type Point, wrapAngle } from '#panel/drawing/geometry/point.ts'
import { type Direction, limit } from '../view/direction.ts'

/** The rotation of the second photo of a pair, relative to the first one, in degrees. */
export type Offset = Point

export const NO_OFFSET: Offset = { yaw: 0, pitch: 0 }

/** The offset of the same two photos in the other order. */
export function reverse({ yaw, pitch }: Offset): Offset {
  return { yaw: wrapAngle(-yaw), pitch: 0 - pitch }
}

/** The direction of the second view while the direction of the first one is `first`. */
export function directionBeside(first: Direction, offset: Offset): Direction {
  return {
    yaw: wrapAngle(first.yaw + offset.yaw),
    pitch: limit(first.pitch + offset.pitch, -90, 90),
    fov: first.fov,
  }
}

export function offsetBetween(first: Point, second: Point): Offset {
  return { yaw: wrapAngle(second.yaw - first.yaw), pitch: second.pitch - first.pitch }
}

/**
 * The offset at which both views have the same compass direction; no offset if one of the photos has no heading.
 *
 * @param first the heading of the photo: degrees clockwise from north
 */
export function headingOffset(first: number | null | undefined, second: number | null | undefined): Offset {
  if (typeof first !== 'number' || typeof second !== 'number') return NO_OFFSET
  return { yaw: wrapAngle(first - second), pitch: 0 }
}
