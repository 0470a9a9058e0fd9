import type { Metadata } from 'sharp'
import { PhotoExif } from '#domain/photo.ts'
import { cleanText } from '#domain/text/clean-text.ts'
import {
  readTagsOfFile,
  type Tags,
  type TagValue,
  tagsOfBlock,
} from '#server/infrastructure/exif/read-tags.ts'
import type { Xmp } from '#server/infrastructure/exif/read-xmp.ts'
import { droneOf } from './drone.ts'
import { EXIF, EXIF_EXTENDED, LENS, PHOTOSHOP, TIFF, XMP } from './namespaces.ts'
import { fractionIn, POSITION_TAGS, positionOf } from './position.ts'

/** The tags of the picture and of its EXIF directory. @see EXIF 3.0, 4.6.4 and 4.6.5 */
const MAKE = 0x010f
const MODEL = 0x0110
const TIME_ORIGINAL = 0x9003
const TIME_DIGITIZED = 0x9004
const FOCAL_LENGTH = 0x920a
const FOCAL_LENGTH_35MM = 0xa405
const LENS_MODEL = 0xa434

const WANTED = new Set([
  MAKE,
  MODEL,
  TIME_ORIGINAL,
  TIME_DIGITIZED,
  FOCAL_LENGTH,
  FOCAL_LENGTH_35MM,
  LENS_MODEL,
  ...POSITION_TAGS,
])

/** The longest stored name of a camera or lens, in characters. */
const NAME_MAX_LENGTH = 120

/** The greatest valid focal length, in millimetres. */
const FOCAL_LENGTH_MAX = 10_000

/**
 * The camera's data in the picture, from EXIF or, if programs removed those, from XMP. Missing or invalid facts are null.
 *
 * @param path of the picture. Only a TIFF is opened: its directories are in the file itself.
 * @param metadata from the decoder
 * @throws the error of the file system if the file cannot be read
 */
export async function exifOf(
  path: string,
  { format, exif }: Pick<Metadata, 'format' | 'exif'>,
  xmp: Xmp,
): Promise<PhotoExif> {
  return factsOf(
    format === 'tiff' ? await readTagsOfFile(path, WANTED) : await tagsOfBlock(exif, WANTED),
    xmp,
  )
}

function factsOf(tags: Tags | undefined, xmp: Xmp): PhotoExif {
  return {
    // Only reading the pixels detects them.
    shown_range: null,
    is_contradictory: false,
    taken_at: takenAt(tags, xmp),
    camera: cameraName(
      makeOf(text(tags?.picture.get(MAKE)), text(xmp.get(TIFF, 'Make'))),
      text(tags?.picture.get(MODEL)) || text(xmp.get(TIFF, 'Model')),
    ),
    lens: lensName(tags, xmp),
    focal_length: millimetres(tags?.exif.get(FOCAL_LENGTH) ?? xmp.get(EXIF, 'FocalLength')),
    focal_length_35mm: millimetres(
      tags?.exif.get(FOCAL_LENGTH_35MM) ?? xmp.get(EXIF, 'FocalLengthIn35mmFilm'),
    ),
    gps: positionOf(tags, xmp),
    ...droneOf(xmp),
  }
}

/** When the photo was taken, never when a program changed it. TIFF/EP has these tags in the picture directory. */
function takenAt(tags: Tags | undefined, xmp: Xmp): string | null {
  const times = [
    tags?.exif.get(TIME_ORIGINAL),
    tags?.picture.get(TIME_ORIGINAL),
    tags?.exif.get(TIME_DIGITIZED),
    tags?.picture.get(TIME_DIGITIZED),
    xmp.get(EXIF, 'DateTimeOriginal'),
    xmp.get(PHOTOSHOP, 'DateCreated'),
    xmp.get(EXIF, 'DateTimeDigitized'),
    xmp.get(XMP, 'CreateDate'),
  ]
  return times.map(isoTime).find((time) => time !== null) ?? null
}

/**
 * `2026:09:12 14:03:05` or `2026-09-12T14:03:05.25+03:00` as `2026-09-12T14:03:05`. A time zone, the camera clock's, is dropped; missing
 * seconds become 0. Null for a day alone.
 */
function isoTime(value: TagValue | undefined): string | null {
  const found =
    /^\s{0,9}(\d{4})[:/.-]([ \d]\d)[:/.-]([ \d]\d)[T ]{1,2}([ \d]\d):([ \d]\d)(?::([ \d]\d))?(?:$|[.,Z+\s-])/.exec(
      typeof value === 'string' ? value : '',
    )
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1).map((part = '00') => part.replace(' ', '0'))
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return PhotoExif.shape.taken_at.catch(null).parse(time)
}

/** A make that some firmware writes for unknown. */
const NO_MAKE = /^(?:camera|default|unknown)$/i

function makeOf(own: string, copied: string): string {
  return own === '' || (NO_MAKE.test(own) && copied !== '') ? copied : own
}

/** The make and the model. Many models already begin with the make. */
function cameraName(make: string, model: string): string | null {
  const isRepeated = model.toLowerCase().startsWith(make.toLowerCase())
  const name = isRepeated ? model : `${make} ${model}`.trim()
  return name.slice(0, NAME_MAX_LENGTH) || null
}

function lensName(tags: Tags | undefined, xmp: Xmp): string | null {
  const names = [tags?.exif.get(LENS_MODEL), xmp.get(EXIF_EXTENDED, 'LensModel'), xmp.get(LENS, 'Lens')]
  const name = names.map(text).find((one) => /[\p{L}\d]/u.test(one))
  return name?.slice(0, NAME_MAX_LENGTH) ?? null
}

/** The text as one line without invisible characters. */
function text(value: TagValue | undefined): string {
  return typeof value === 'string' ? cleanText(value).replaceAll(/\s+/g, ' ') : ''
}

/** A focal length in hundredths; 0 means unknown, and so does what rounds to 0. */
function millimetres(value: TagValue | undefined): number | null {
  const length = typeof value === 'string' ? fractionIn(value) : value?.[0]
  const rounded = Math.round((length ?? 0) * 100) / 100
  return rounded > 0 && rounded <= FOCAL_LENGTH_MAX ? rounded : null
}
