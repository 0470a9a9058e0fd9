/** The greatest sum of the distances from 0: relative to any origin, 32-bit floats have to hold the coordinates. */
const COORDINATES_MAX = 1e30

/** True for a point with a position. All rounds over a cloud must agree on this, because the first one counts the points for the last one. */
export function hasPosition(x: number, y: number, z: number): boolean {
  return Math.abs(x) + Math.abs(y) + Math.abs(z) <= COORDINATES_MAX
}
