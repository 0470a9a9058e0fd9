import { readFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { readTagsOfFile, type Tags } from '#server/infrastructure/exif/read-tags.ts'
import { ImageRefused } from './image-refused.ts'

const [BITS, COMPRESSION, PHOTOMETRIC, FORMAT] = [258, 259, 262, 339]
/** GDAL's text tag of the no-data value. @see https://gdal.org/en/stable/drivers/raster/gtiff.html */
const NO_DATA = 42_113
const [PHOTOMETRIC_BLACK_IS_ZERO, PHOTOMETRIC_RGB, PHOTOMETRIC_YCBCR, FORMAT_UNSIGNED] = [1, 2, 6, 1]

/** Sample sizes supported by libvips, in bits. */
const READ_BITS = [1, 2, 4, 8, 16, 32]

/** In these, libtiff converts YCbCr to RGB. Of others, libvips would take it for RGB. @see TIFF technical note 2 */
const JPEG_COMPRESSIONS = [6, 7]

/** How a TIFF stores CIELAB: signed, or with an offset as in ICC. @see TIFF 6.0, section 23; Adobe PageMaker 6.0 TIFF technical notes */
const LAB = { signed: 8, offset: 9 } as const
type LabKind = keyof typeof LAB

/** A TIFF in CIELAB. */
export interface LabTiff {
  kind: LabKind
  /** The file, relabelled as RGB: libvips cannot read CIELAB of 8 bits, and converts that of 16 for another white. */
  file: Buffer
}

/**
 * Detects a TIFF in CIELAB. Damage is left to the decoder.
 *
 * @returns undefined if it is not
 * @throws ImageRefused for samples that libvips cannot read, such as those of 12 or 64 bits; the error of the file system if the file
 *   cannot be read
 * @see TIFF 6.0, section 2
 */
export async function findLab(path: string): Promise<LabTiff | undefined> {
  const tags = await readTagsOfFile(path, new Set([BITS, COMPRESSION, PHOTOMETRIC]))
  const numberOf = (tag: number) => {
    const value = tags?.picture.get(tag)
    return typeof value === 'object' ? value[0] : undefined
  }
  const [bits = 1, compression = 1, photometric] = [BITS, COMPRESSION, PHOTOMETRIC].map(numberOf)
  if (!READ_BITS.includes(bits)) refuseSamples()
  if (photometric === PHOTOMETRIC_YCBCR && !JPEG_COMPRESSIONS.includes(compression)) refuseSamples()
  const kind = (['signed', 'offset'] as const).find((one) => LAB[one] === photometric)
  if (!tags || !kind) return undefined
  const file = await rewriteTags(path, tags, [[PHOTOMETRIC, PHOTOMETRIC_RGB]])
  return { kind, file: file ?? refuseSamples() }
}

/** A TIFF's metadata of measured values. */
interface MeasuredTiff {
  /** The path or the bytes of the file. */
  input: string | Buffer
  /** True for signed 16-bit values. `input` labels them unsigned: sharp would cut off negative ones. */
  isSigned16: boolean
  /** The no-data value; NaN without one. */
  noData: number
}

/** @throws the error of the file system if the file cannot be read; ImageRefused for an unknown sign */
export async function readMeasured(path: string, { depth }: Metadata): Promise<MeasuredTiff> {
  const tags = await readTagsOfFile(path, new Set([FORMAT, PHOTOMETRIC, NO_DATA]))
  const text = tags?.picture.get(NO_DATA)
  const noData = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
  if (depth !== 'short') return { input: path, isSigned16: false, noData }
  const rewritten = [
    [FORMAT, FORMAT_UNSIGNED],
    // If white is zero, libvips inverts only unsigned numbers.
    [PHOTOMETRIC, PHOTOMETRIC_BLACK_IS_ZERO],
  ] as const
  const file = tags && (await rewriteTags(path, tags, rewritten))
  return { input: file ?? refuseSamples(), isSigned16: true, noData }
}

/** The file with other values of 16-bit tags. @returns undefined if one of them is not a single 16-bit number */
async function rewriteTags(
  path: string,
  { places, isBigEndian }: Tags,
  values: readonly (readonly [tag: number, value: number])[],
): Promise<Buffer | undefined> {
  const file = await readFile(path)
  for (const [tag, value] of values) {
    const place = places.get(tag)
    if (place === undefined) return undefined
    if (isBigEndian) file.writeUInt16BE(value, place)
    else file.writeUInt16LE(value, place)
  }
  return file
}

/** Maximum samples of a pixel, with alpha, by libvips colour space. */
const SAMPLES_MAX: Partial<Record<string, number>> = {
  'b-w': 2,
  grey16: 2,
  srgb: 4,
  rgb16: 4,
  scrgb: 4,
  cmyk: 5,
}

/**
 * @throws ImageRefused for a TIFF with more channels than its colours need, as from multispectral cameras, and for floating point that is
 *   not light
 */
export function refuseSpectralBands({ format, space, channels, depth }: Metadata): void {
  if (format !== 'tiff') return
  if (channels > (SAMPLES_MAX[space] ?? 0) || (depth === 'float' && space !== 'scrgb')) refuseSamples()
}

/** @throws ImageRefused */
export function refuseSamples(): never {
  throw new ImageRefused('unsupported_file', { code: 'tiff_samples', values: {} })
}
