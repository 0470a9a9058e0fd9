import type { CloudSource } from '#server/infrastructure/clouds/reading/cloud-source.ts'
import type { CloudSample } from './survey-cloud.ts'

/** The middle of a cloud whose coordinates are degrees (WGS 84). */
export interface CloudMiddle {
  longitude: number
  latitude: number
}

/** A cloud of degrees is narrower than this, in degrees: some two kilometres. */
const WIDTH_MAX = 0.02
/** Coordinates of a scanner begin near zero, and no turbine stands there. In degrees. */
const NEAR_ZERO = 1

/** The ellipsoid of WGS 84: its greater half axis in metres, and the square of its eccentricity. */
const HALF_AXIS = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14

/**
 * Finds out whether x and y are a longitude and a latitude: numbers of a place on earth, so close together that in metres the cloud would be as narrow
 * as a thread.
 */
export function findMiddle({ count, x, y, z }: CloudSample): CloudMiddle | null {
  const [east, north, up] = [x, y, z].map((values) => rangeOf(values, count))
  if (!east || !north || !up) return null
  const width = Math.max(east.width, north.width)
  if (width === 0 || width > WIDTH_MAX) return null
  if (Math.abs(east.middle) > 180 || Math.abs(north.middle) > 90) return null
  if (Math.abs(east.middle) < NEAR_ZERO || Math.abs(north.middle) < NEAR_ZERO) return null
  // A small object that was scanned in millimetres is about as high as it is wide.
  if (up.width !== 0 && up.width < width * THREAD) return null
  return { longitude: east.middle, latitude: north.middle }
}

/** How many times as high as it is wide a cloud has to be, unless it is flat. */
const THREAD = 20

function rangeOf(values: Float64Array, count: number) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as number
    if (value < least) least = value
    if (value > most) most = value
  }
  return { width: most - least, middle: least + (most - least) / 2 }
}

/** The same points, with x and y in metres east and north of the middle. */
export function inMetres(cloud: CloudSource, middle: CloudMiddle): CloudSource {
  return {
    type: cloud.type,
    points: cloud.points,
    async *batches() {
      for await (const batch of cloud.batches()) {
        convertToMetres(batch, middle)
        yield batch
      }
    },
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}

/**
 * Converts degrees to metres, in place. Over two kilometres, the curve of the earth makes less than a metre.
 *
 * @see NIMA TR8350.2, 4 (the radii of curvature)
 */
export function convertToMetres(
  { count, x, y }: Pick<CloudSample, 'count' | 'x' | 'y'>,
  { longitude, latitude }: CloudMiddle,
): void {
  const radians = Math.PI / 180
  const curve = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude * radians) ** 2
  const east = (HALF_AXIS / Math.sqrt(curve)) * Math.cos(latitude * radians) * radians
  const north = ((HALF_AXIS * (1 - ECCENTRICITY_SQUARED)) / curve ** 1.5) * radians
  for (let index = 0; index < count; index += 1) {
    x[index] = ((x[index] as number) - longitude) * east
    y[index] = ((y[index] as number) - latitude) * north
  }
}
