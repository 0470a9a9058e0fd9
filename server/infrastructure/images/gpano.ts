import type { Metadata } from 'sharp'
import type { Xmp } from '#server/infrastructure/exif/read-xmp.ts'
import { decimalOf } from './decimal.ts'
import type { Gpano } from './decode-request.ts'
import { GPANO } from './namespaces.ts'

/** The longest stored projection, in characters. */
const PROJECTION_MAX_LENGTH = 40

/**
 * The sphere data of the camera or stitching program. Missing or invalid values are null.
 *
 * @returns null without sphere data. Also null for a picture that EXIF turns, because the fields count pixels before the turn, and a sphere
 *   cannot be turned: its poles would be at its sides.
 * @see https://developers.google.com/streetview/spherical-metadata
 */
export function gpanoOf({ orientation = 1 }: Pick<Metadata, 'orientation'>, xmp: Xmp): Gpano | null {
  if (orientation !== 1) return null
  const whole = (name: string) => wholeNumber(xmp.get(GPANO, name))
  const gpano: Gpano = {
    projection: xmp.get(GPANO, 'ProjectionType')?.slice(0, PROJECTION_MAX_LENGTH) ?? null,
    full_width: whole('FullPanoWidthPixels'),
    full_height: whole('FullPanoHeightPixels'),
    width: whole('CroppedAreaImageWidthPixels'),
    height: whole('CroppedAreaImageHeightPixels'),
    left: whole('CroppedAreaLeftPixels'),
    top: whole('CroppedAreaTopPixels'),
    heading: compass(decimalOf(xmp.get(GPANO, 'PoseHeadingDegrees'), -360, 360)),
    pitch: decimalOf(xmp.get(GPANO, 'PosePitchDegrees'), -90, 90),
    roll: decimalOf(xmp.get(GPANO, 'PoseRollDegrees'), -180, 180),
  }
  return Object.values(gpano).some((value) => value !== null) ? gpano : null
}

/** Some cameras count the heading from −180 to 180. */
function compass(heading: number | null): number | null {
  return heading !== null && heading < 0 ? heading + 360 : heading
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null
}
