import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { ApiError } from '#server/errors.ts'
import { type CaptureMonth, captureMonthOf } from './capture-time.ts'
import { variantOf } from './photo-files.ts'

/** A picture made from an upload: upright, in sRGB, at most `width` wide. */
interface Derivative {
  variant: string
  bytes: Buffer
}

export interface DecodedImage {
  /** Pixels of the original, upright. */
  width: number
  height: number
  /** When the camera says it took the picture, by its own clock. */
  captured: CaptureMonth | undefined
  derivatives: Derivative[]
}

/** A derivative is at most this many times as high as wide: bounds the memory an endless strip of a picture takes. */
const MAX_HEIGHT_PER_WIDTH = 4

/** No side of a picture is longer, in pixels: JPEG knows no longer ones, and a row is the least that is held in memory. */
const SIDE_MAX = 65_535

/** Pictures that have to be decoded as a whole may take this much memory, in bytes. */
const WHOLE_DECODE_BYTES_MAX = 400_000_000

// Only the loaders of the types we take are open, in this whole process: no SVG, no PDF, nothing libvips calls untrusted.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// No memory is kept for pictures gone by.
sharp.cache(false)
// One thread a picture, as many pictures as cores: half the memory of many threads a picture, and faster.
sharp.concurrency(1)

/** Pictures decoded at once, however many cores there are: each may take hundreds of megabytes. */
const AT_ONCE_MAX = 4

/** Decodes uploads, a bounded number at a time. */
export class ImageWorkshop {
  readonly #maxPixels: number
  readonly #limit = pLimit(Math.min(availableParallelism(), AT_ONCE_MAX))

  constructor(maxPixels: number) {
    this.#maxPixels = maxPixels
  }

  /**
   * Decodes the whole file once, which finds out truncated and corrupt ones, and makes its derivatives by cascade.
   *
   * @throws ApiError `too_large` for more pixels than allowed, `unsupported_file` for what does not decode; what the disk
   *   says where the file cannot be read.
   */
  decode(path: string): Promise<DecodedImage> {
    return this.#limit(() => decode(path, this.#maxPixels))
  }
}

async function decode(path: string, maxPixels: number): Promise<DecodedImage> {
  const open = () => sharp(path, { failOn: 'warning', limitInputPixels: false, sequentialRead: true })
  const metadata = await refuseDamaged(path, open().metadata())
  const { width, height, orientation = 1, exif } = metadata
  if (width * height > maxPixels) {
    const values = { width, height, max: maxPixels / 1e6 }
    throw new ApiError('too_large', { reason: { code: 'too_many_pixels', values } })
  }
  if (Math.max(width, height) > SIDE_MAX) {
    throw new ApiError('too_large', { reason: { code: 'side_too_long', values: { max: SIDE_MAX } } })
  }
  if (width * height * wholeDecodeBytes(metadata) > WHOLE_DECODE_BYTES_MAX) {
    throw new ApiError('too_large', { reason: { code: 'decoded_too_large' } })
  }

  // Turning after the shrinking spares holding the whole original in memory.
  const turned = orientation >= 5
  const box = boxOf(DERIVATIVE_WIDTHS[0])
  const shrunk = open()
    .resize(turned ? box.height : box.width, turned ? box.width : box.height, FIT_INSIDE)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
  let pixels = await refuseDamaged(path, rawPixels(shrunk))
  if (orientation > 1) pixels = await rawPixels(turnUpright(fromRaw(pixels), orientation))

  const derivatives: Derivative[] = []
  for (const size of DERIVATIVE_WIDTHS) {
    const { width: boxWidth, height: boxHeight } = boxOf(size)
    if (pixels.info.width > boxWidth || pixels.info.height > boxHeight) {
      pixels = await rawPixels(fromRaw(pixels).resize(boxWidth, boxHeight, FIT_INSIDE))
    }
    derivatives.push({ variant: variantOf(size), bytes: await encode(fromRaw(pixels), size) })
  }
  return {
    width: turned ? height : width,
    height: turned ? width : height,
    captured: captureMonthOf(exif),
    derivatives,
  }
}

/**
 * The bytes a pixel takes in memory, as measured, where the format cannot be decoded row by row, else 0. For some it
 * depends on what the metadata does not tell, and the worst counts: a lossy WebP takes half of a lossless one, only a TIFF
 * with a plane for each channel is held whole. Coefficients of a progressive JPEG are 16 bits each.
 */
function wholeDecodeBytes({ format, isProgressive, channels, depth }: Metadata): number {
  const pixel = channels * (SAMPLE_BYTES[depth] ?? 8)
  if (format === 'heif') return depth === 'uchar' ? 18 : 26
  if (format === 'gif' || format === 'webp') return 5
  if (format === 'tiff') return pixel * 1.5
  if (!isProgressive) return 0
  return format === 'jpeg' ? channels * 2 : pixel
}

const SAMPLE_BYTES: Partial<Record<Metadata['depth'], number>> = { uchar: 1, ushort: 2, float: 4 }

const FIT_INSIDE = { fit: 'inside', withoutEnlargement: true } as const

function boxOf(width: number): { width: number; height: number } {
  return { width, height: width * MAX_HEIGHT_PER_WIDTH }
}

interface RawPixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

function rawPixels(image: Sharp): Promise<RawPixels> {
  return image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
}

function fromRaw({ data, info: { width, height, channels } }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

function encode(image: Sharp, width: DerivativeWidth): Promise<Buffer> {
  return width === 320 ? image.webp({ quality: 76 }).toBuffer() : image.jpeg({ quality: 82 }).toBuffer()
}

/** Undoes the camera's turn; sharp mirrors before it rotates, in whatever order it is told. @see EXIF 2.32, tag 0x0112 Orientation */
function turnUpright(image: Sharp, orientation: number): Sharp {
  switch (orientation) {
    case 2:
      return image.flop()
    case 3:
      return image.rotate(180)
    case 4:
      return image.flip()
    case 5:
      return image.flop().rotate(270)
    case 6:
      return image.rotate(90)
    case 7:
      return image.flop().rotate(90)
    case 8:
      return image.rotate(270)
    default:
      return image
  }
}

/** Blames the picture for what fails. The decoder does not say whether it could read the file at all, so we do. */
async function refuseDamaged<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    for await (const _ of createReadStream(path));
    throw new ApiError('unsupported_file')
  }
}
