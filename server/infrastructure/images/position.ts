import type { PhotoExif } from '#domain/photo.ts'
import type { Tags, TagValue } from '#server/infrastructure/exif/read-tags.ts'
import type { Xmp } from '#server/infrastructure/exif/read-xmp.ts'
import { decimalOf } from './decimal.ts'
import { DJI, EXIF } from './namespaces.ts'

type Position = NonNullable<PhotoExif['gps']>

/** The tags of the GPS directory. @see EXIF 3.0, 4.6.7 */
const TAGS = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
}
export const POSITION_TAGS: readonly number[] = Object.values(TAGS)

/** The hemisphere in a text. A letter inside a word is none: `26 deg 15' W` is not in the east. */
const SIDE = /(?<![a-z])(?:n(?:orth)?|s(?:outh)?|e(?:ast)?|w(?:est)?)(?![a-z])/i

/** Valid heights, in metres above the sea. Receivers without a height write numbers far outside. */
const [ALTITUDE_MIN, ALTITUDE_MAX] = [-1000, 20_000]

/** Where a photo was taken: by the GPS directory, else its copy in XMP, else a DJI drone's own fields. */
export function positionOf(tags: Tags | undefined, xmp: Xmp): Position | null {
  const latitude = angleOf(tags?.gps.get(TAGS.latitude), tags?.gps.get(TAGS.latitudeRef), 'NS', 90)
  const longitude = angleOf(tags?.gps.get(TAGS.longitude), tags?.gps.get(TAGS.longitudeRef), 'EW', 180)
  const dji = (name: string, max: number) => decimalOf(xmp.get(DJI, name), -max, max)
  return (
    placeOf(latitude, longitude, altitudeOf(tags, xmp)) ??
    placeOf(
      angleOf(xmp.get(EXIF, 'GPSLatitude'), undefined, 'NS', 90),
      angleOf(xmp.get(EXIF, 'GPSLongitude'), undefined, 'EW', 180),
      altitudeOf(tags, xmp),
    ) ??
    placeOf(
      dji('GpsLatitude', 90) ?? dji('Latitude', 90),
      // Older drones have the spelling mistake.
      dji('GpsLongitude', 180) ?? dji('GpsLongtitude', 180) ?? dji('Longitude', 180),
      altitudeOf(tags, xmp),
    )
  )
}

/** A camera without reception may write zeros, a point in the Atlantic. */
function placeOf(
  latitude: number | null,
  longitude: number | null,
  altitude: number | null,
): Position | null {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return { latitude, longitude, altitude }
}

/**
 * Degrees, minutes and seconds as one number.
 *
 * @param value three fractions, two (decimal minutes), one (decimal degrees), or a text with them
 * @param reference the first letter counts: `S`, `south` and ` W` are negative
 * @param letters the positive and the negative one, `NS` or `EW`
 * @returns null also without a hemisphere: half of the guesses are wrong
 */
function angleOf(
  value: TagValue | undefined,
  reference: TagValue | undefined,
  letters: string,
  max: number,
): number | null {
  if (value === undefined) return null
  const parts = typeof value === 'string' ? anglesIn(value) : value
  const [degrees, minutes = 0, seconds = 0] = parts.map((part, index) =>
    // Cameras write 0/0 for unused minutes and seconds.
    index > 0 && Number.isNaN(part) ? 0 : part,
  )
  if (degrees === undefined) return null
  const angle = Math.abs(degrees) + minutes / 60 + seconds / 3600
  const letter =
    letterOf(reference) ?? (typeof value === 'string' ? SIDE.exec(value)?.[0].charAt(0) : undefined)
  const isNegative = degrees < 0 || letter?.toUpperCase() === letters[1]
  if (!isNegative && letter?.toUpperCase() !== letters[0]) return null
  return Number.isFinite(angle) && angle <= max ? (isNegative ? -angle : angle) : null
}

/** `38,30.5N`, as XMP writes it, `38° 30' 15.5"`, `38.5` or `38,5`. */
function anglesIn(text: string): number[] {
  const decimal = decimalOf(text, -180, 180)
  if (decimal !== null) return [decimal]
  return [...text.matchAll(/[+-]?\d{1,9}(?:\.\d+)?/g)].slice(0, 3).map(([number]) => Number(number))
}

function letterOf(reference: TagValue | undefined): string | undefined {
  const text = typeof reference === 'object' ? String.fromCharCode(reference[0] ?? 0) : reference
  return text?.trim().charAt(0) || undefined
}

function altitudeOf(tags: Tags | undefined, xmp: Xmp): number | null {
  const own = altitudeIn(tags?.gps.get(TAGS.altitude), tags?.gps.get(TAGS.altitudeRef))
  const copied = altitudeIn(xmp.get(EXIF, 'GPSAltitude'), xmp.get(EXIF, 'GPSAltitudeRef'))
  return own ?? copied ?? decimalOf(xmp.get(DJI, 'AbsoluteAltitude'), ALTITUDE_MIN, ALTITUDE_MAX)
}

/** @param reference 1 and 3 are below: EXIF 3.0 counts 0 and 1 from the ellipsoid, 2 and 3 from the sea, and most cameras count 0 and 1 from the sea */
function altitudeIn(value: TagValue | undefined, reference: TagValue | undefined): number | null {
  const metres = typeof value === 'string' ? fractionIn(value) : value?.[0]
  if (metres === undefined || !Number.isFinite(metres)) return null
  const [side] = typeof reference === 'string' ? reference.trim() : (reference ?? [0])
  const isBelow = [1, 3, '1', '3'].includes(side ?? 0)
  // Some programs write the minus and the reference, too.
  const altitude = isBelow ? -Math.abs(metres) : metres
  return altitude >= ALTITUDE_MIN && altitude <= ALTITUDE_MAX ? altitude : null
}

/** `962/10`, an XMP fraction, or a decimal number. */
export function fractionIn(text: string | undefined): number | undefined {
  const [, numerator, denominator] = /^([+-]?\d{1,15})\/(\d{1,15})$/.exec(text?.trim() ?? '') ?? []
  if (numerator !== undefined) return Number(numerator) / Number(denominator)
  return decimalOf(text, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) ?? undefined
}
