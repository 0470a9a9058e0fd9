import { between, innerShare } from './outliers.ts'
import type { CloudSample } from './survey-cloud.ts'

/** The centre of a cloud in degrees (WGS 84). */
export interface CloudMiddle {
  longitude: number
  latitude: number
}

/** Maximum width of a cloud in degrees: some two kilometres. */
const WIDTH_MAX = 0.02
/** Scanner coordinates begin near zero, in degrees. No turbine stands near both zeros, but many near the meridian of Greenwich. */
const NEAR_ZERO = 1

/** The WGS 84 ellipsoid: semi-major axis in metres, and eccentricity squared. */
const HALF_AXIS = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14

/**
 * Detects whether x and y are longitude and latitude: a place on earth, so close together that in metres the cloud would be as thin as a
 * thread. A few distant points do not count: scanners write 0, 0, 0 for a missing echo.
 */
export function findMiddle({ count, x, y, z }: CloudSample): CloudMiddle | null {
  const [east, north, up] = [x, y, z].map((values) => rangeOf(values, count))
  if (!east || !north || !up) return null
  const width = Math.max(east.width, north.width)
  if (width === 0 || width > WIDTH_MAX) return null
  if (Math.abs(east.middle) > 180 || Math.abs(north.middle) > 90) return null
  if (Math.abs(east.middle) < NEAR_ZERO && Math.abs(north.middle) < NEAR_ZERO) return null
  // A small object scanned in millimetres is about as high as wide.
  if (up.width !== 0 && up.width < width * THREAD) return null
  return { longitude: east.middle, latitude: north.middle }
}

/** Minimum ratio of height to width, unless the cloud is flat. */
const THREAD = 20

function rangeOf(values: Float64Array, count: number) {
  const [least, most] = between(values.slice(0, count).sort(), innerShare(count))
  return { width: most - least, middle: least + (most - least) / 2 }
}

/** The length of a degree at the centre, in metres east and north. @see NIMA TR8350.2, 4 (the radii of curvature) */
export function metresOfDegree({ latitude }: CloudMiddle): { east: number; north: number } {
  const radians = Math.PI / 180
  const curve = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude * radians) ** 2
  return {
    east: (HALF_AXIS / Math.sqrt(curve)) * Math.cos(latitude * radians) * radians,
    north: ((HALF_AXIS * (1 - ECCENTRICITY_SQUARED)) / curve ** 1.5) * radians,
  }
}

/** Converts degrees to metres from the centre, in place. Over two kilometres, the curvature of the earth is less than a metre. */
export function convertToMetres(
  { count, x, y }: Pick<CloudSample, 'count' | 'x' | 'y'>,
  middle: CloudMiddle,
): void {
  const { east, north } = metresOfDegree(middle)
  for (let index = 0; index < count; index += 1) {
    x[index] = ((x[index] as number) - middle.longitude) * east
    y[index] = ((y[index] as number) - middle.latitude) * north
  }
}
