/** The greatest sum of distances from 0: 32-bit floats must hold the coordinates relative to any origin. */
const COORDINATES_MAX = 1e30

/** True for a point with a position. All passes must agree on this, because the first one counts the points for the last. */
export function hasPosition(x: number, y: number, z: number): boolean {
  return Math.abs(x) + Math.abs(y) + Math.abs(z) <= COORDINATES_MAX
}
