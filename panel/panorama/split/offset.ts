import { type Direction, limited, type Point, wrappedYaw } from '../view/direction.ts'

/** How far the second photo of a pair is turned from the first one, in degrees. */
export type Offset = Point

export const NO_OFFSET: Offset = { yaw: 0, pitch: 0 }

/** The offset of the same two photos in the other order. */
export function reversed({ yaw, pitch }: Offset): Offset {
  return { yaw: wrappedYaw(-yaw), pitch: 0 - pitch }
}

/** Where the second photo looks while the first one looks at `first`. */
export function directionBeside(first: Direction, offset: Offset): Direction {
  return {
    yaw: wrappedYaw(first.yaw + offset.yaw),
    pitch: limited(first.pitch + offset.pitch, -90, 90),
    fov: first.fov,
  }
}

export function offsetBetween(first: Point, second: Point): Offset {
  return { yaw: wrappedYaw(second.yaw - first.yaw), pitch: second.pitch - first.pitch }
}

/**
 * The offset at which both photos look to the same point of the compass; none if one of them has no heading.
 *
 * @param first the heading of the photo: degrees clockwise from north
 */
export function headingOffset(first: number | null | undefined, second: number | null | undefined): Offset {
  if (typeof first !== 'number' || typeof second !== 'number') return NO_OFFSET
  return { yaw: wrappedYaw(first - second), pitch: 0 }
}
