import ExifReader from 'exifreader'
import { PhotoExif } from '#domain/photo.ts'
import { cleanText } from '#domain/text/clean-text.ts'

/** The largest EXIF block that a JPEG can have, in bytes. PNG and WebP allow larger ones, but cameras do not write them. */
const EXIF_BYTES_MAX = 64 * 1024

/** How much of a make or a model is read, in characters; the rest is zeros. */
const TEXT_MAX_LENGTH = 1000

/** What exifreader answers for a value that is not where its tag says. */
const FAULTY = '<faulty value>'

/** The longest name of a camera that is kept, in characters. */
const CAMERA_MAX_LENGTH = 120

/**
 * What the camera wrote into the picture. Facts that are missing or invalid are null.
 *
 * @param exif the EXIF block from the decoder
 */
export function exifOf(exif: Buffer | undefined): PhotoExif {
  const tags = readTags(exif)
  const { shape } = PhotoExif
  return {
    taken_at: shape.taken_at.catch(null).parse(isoTime(tags?.exif?.DateTimeOriginal?.description)),
    camera: cameraName(tags?.exif?.Make?.description, tags?.exif?.Model?.description),
    gps: shape.gps.catch(null).parse(positionOf(tags?.gps)),
  }
}

function readTags(exif: Buffer | undefined) {
  if (!exif || exif.length > EXIF_BYTES_MAX) return undefined
  try {
    const tiff = exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif
    return ExifReader.load(Uint8Array.from(tiff).buffer, { expanded: true })
  } catch {
    return undefined // A picture with invalid EXIF data is accepted.
  }
}

/** `2026:09:12 14:03:05` as `2026-09-12T14:03:05`. @see EXIF 2.32, tag 0x9003 DateTimeOriginal */
function isoTime(text: string | undefined): string | null {
  return text?.trim().replace(/^(\d{4}):(\d{2}):(\d{2}) /, '$1-$2-$3T') ?? null
}

/** The make and the model. Many models begin with the make already. */
function cameraName(make: string | undefined, model: string | undefined): string | null {
  const [first, second] = [clean(make), clean(model)]
  const isRepeated = second.toLowerCase().startsWith(first.toLowerCase())
  const name = isRepeated ? second : `${first} ${second}`.trim()
  return name.slice(0, CAMERA_MAX_LENGTH) || null
}

/** The text as one line without invisible characters; cameras fill it up with zeros. */
function clean(text: string | undefined): string {
  if (text === undefined || text === FAULTY) return ''
  return cleanText(text.slice(0, TEXT_MAX_LENGTH)).replaceAll(/\s+/g, ' ')
}

/** A camera without reception may write zeros, which are a point in the Atlantic. */
function positionOf(gps: { Latitude?: number; Longitude?: number; Altitude?: number } | undefined) {
  const { Latitude: latitude, Longitude: longitude, Altitude: altitude = null } = gps ?? {}
  if (latitude === undefined || longitude === undefined) return null
  if (latitude === 0 && longitude === 0) return null
  return { latitude, longitude, altitude: Number.isFinite(altitude) ? altitude : null }
}
