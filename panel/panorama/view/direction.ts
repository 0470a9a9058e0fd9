/** A point of the picture as a direction from the camera, in degrees. */
export interface Point {
  /** From -180 to 180, clockwise; 0 is the centre of the whole sphere. */
  yaw: number
  /** From -90 to 90, upwards; 0 is the horizon. */
  pitch: number
}

/** The direction and the angle of the view. */
export interface Direction extends Point {
  /** The angle between the top and the bottom of the view, in degrees. */
  fov: number
}

/** The smallest and the largest vertical angle of view of a sphere, in degrees. */
export const FOV_MIN = 30
export const FOV_MAX = 100

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

/** The equivalent yaw from -180 (included) to 180 (excluded). */
export function wrappedYaw(yaw: number): number {
  return ((((yaw + 180) % 360) + 360) % 360) - 180
}

export function limit(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** The direction at `share` (0 to 1) of the shorter way from one direction to another. */
export function between(from: Direction, to: Direction, share: number): Direction {
  return {
    yaw: wrappedYaw(from.yaw + wrappedYaw(to.yaw - from.yaw) * share),
    pitch: from.pitch + (to.pitch - from.pitch) * share,
    fov: from.fov + (to.fov - from.fov) * share,
  }
}
