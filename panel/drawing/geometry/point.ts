/** A position on the screen, in CSS pixels from the top left corner of the picture. */
export interface Position {
  x: number
  y: number
}

/** A point of the picture as a direction from the camera, in degrees. */
export interface Point {
  /** From -180 to 180, clockwise; 0 is the centre of the whole sphere. */
  yaw: number
  /** From -90 to 90, upwards; 0 is the horizon. */
  pitch: number
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

/** The equivalent longitude or yaw from -180 (included) to 180 (excluded). */
export function wrapAngle(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}

export function distanceBetween(a: Position, b: Position): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}
