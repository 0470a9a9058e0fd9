import { between, innerShare } from './outliers.ts'
import type { CloudSample } from './survey-cloud.ts'

/** The middle of a cloud whose coordinates are degrees (WGS 84). */
export interface CloudMiddle {
  longitude: number
  latitude: number
}

/** A cloud of degrees is narrower than this, in degrees: some two kilometres. */
const WIDTH_MAX = 0.02
/** Coordinates of a scanner begin near zero. No turbine stands where both are, but many stand near the meridian of Greenwich. In degrees. */
const NEAR_ZERO = 1

/** The ellipsoid of WGS 84: its greater half axis in metres, and the square of its eccentricity. */
const HALF_AXIS = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14

/**
 * Finds out whether x and y are a longitude and a latitude: numbers of a place on earth, so close together that in metres the cloud would be as narrow
 * as a thread. A few points far away do not count: scanners write 0, 0, 0 for those without an echo.
 */
export function findMiddle({ count, x, y, z }: CloudSample): CloudMiddle | null {
  const [east, north, up] = [x, y, z].map((values) => rangeOf(values, count))
  if (!east || !north || !up) return null
  const width = Math.max(east.width, north.width)
  if (width === 0 || width > WIDTH_MAX) return null
  if (Math.abs(east.middle) > 180 || Math.abs(north.middle) > 90) return null
  if (Math.abs(east.middle) < NEAR_ZERO && Math.abs(north.middle) < NEAR_ZERO) return null
  // A small object that was scanned in millimetres is about as high as it is wide.
  if (up.width !== 0 && up.width < width * THREAD) return null
  return { longitude: east.middle, latitude: north.middle }
}

/** How many times as high as it is wide a cloud has to be, unless it is flat. */
const THREAD = 20

function rangeOf(values: Float64Array, count: number) {
  const [least, most] = between(values.slice(0, count).sort(), innerShare(count))
  return { width: most - least, middle: least + (most - least) / 2 }
}

/** The lengths of a degree at the middle, in metres to the east and to the north. @see NIMA TR8350.2, 4 (the radii of curvature) */
export function metresOfDegree({ latitude }: CloudMiddle): { east: number; north: number } {
  const radians = Math.PI / 180
  const curve = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude * radians) ** 2
  return {
    east: (HALF_AXIS / Math.sqrt(curve)) * Math.cos(latitude * radians) * radians,
    north: ((HALF_AXIS * (1 - ECCENTRICITY_SQUARED)) / curve ** 1.5) * radians,
  }
}

/** Converts degrees to metres from the middle, in place. Over two kilometres, the curve of the earth makes less than a metre. */
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
