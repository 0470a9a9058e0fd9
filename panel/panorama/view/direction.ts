/** A point of the picture as it is seen, in degrees. */
export interface Point {
  /** 0 is the centre of the whole sphere; clockwise, from -180 to 180. */
  yaw: number
  /** 0 is the horizon; upwards, from -90 to 90. */
  pitch: number
}

/** Where the view looks, and how much it shows. */
export interface Direction extends Point {
  /** The angle between the top and the bottom of the view, in degrees. */
  fov: number
}

/** How far one can zoom into a sphere, and out of it, in degrees. */
export const FOV_MIN = 30
export const FOV_MAX = 100

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

/** The same yaw, at least -180 and below 180. */
export function wrappedYaw(yaw: number): number {
  return ((((yaw + 180) % 360) + 360) % 360) - 180
}

export function limited(value: number, min: number, max: number): number {
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
