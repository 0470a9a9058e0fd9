import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { captureMonthOf } from './capture-time.ts'
import { type DecodedImage, type DecodeRequest, IMAGE_TYPES, ImageRefused } from './decode-request.ts'

/** A derivative is at most this many times as high as wide: bounds the memory an endless strip of a picture takes. */
const MAX_HEIGHT_PER_WIDTH = 4

/** No side of a picture is longer, in pixels: JPEG knows no longer ones, and a row is the least that is held in memory. */
const SIDE_MAX = 65_535

/** Pictures that have to be decoded as a whole may take this much memory, in bytes. */
const WHOLE_DECODE_BYTES_MAX = 400_000_000

/** What the store's files are readable by: the server's own user and group. */
const FILE_MODE = 0o640

// Only the loaders of the types we take are open, in this whole process: no SVG, no PDF, nothing libvips calls untrusted.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// No memory is kept for pictures gone by.
sharp.cache(false)
// One thread a picture, as many pictures as cores: half the memory of many threads a picture, and faster.
sharp.concurrency(1)

/**
 * Tells what the file is by its content, decodes it once, wholly (which finds out truncated and corrupt ones), and writes
 * its derivatives by cascade, each from the one before it.
 *
 * @returns undefined for what does not begin like an image of a type that is taken.
 * @throws ImageRefused for an image that cannot be taken; what the disk says where it cannot be read or written.
 */
export async function decodeImage(request: DecodeRequest): Promise<DecodedImage | undefined> {
  const { path, maxPixels, derivatives } = request
  const found = await fileTypeFromFile(path)
  const mediaType = IMAGE_TYPES.find((type) => type === found?.mime)
  if (!mediaType) return undefined

  const open = () => sharp(path, { failOn: 'warning', limitInputPixels: false, sequentialRead: true })
  const metadata = await refuseDamaged(path, open().metadata())
  const { width, height, orientation = 1, exif } = metadata
  if (width * height > maxPixels) {
    const values = { width, height, max: maxPixels / 1e6 }
    throw new ImageRefused('too_large', { code: 'too_many_pixels', values })
  }
  if (Math.max(width, height) > SIDE_MAX) {
    throw new ImageRefused('too_large', { code: 'side_too_long', values: { max: SIDE_MAX } })
  }
  if (width * height * wholeDecodeBytes(metadata) > WHOLE_DECODE_BYTES_MAX) {
    throw new ImageRefused('too_large', { code: 'decoded_too_large', values: {} })
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

  for (const size of DERIVATIVE_WIDTHS) {
    const { width: boxWidth, height: boxHeight } = boxOf(size)
    if (pixels.info.width > boxWidth || pixels.info.height > boxHeight) {
      pixels = await rawPixels(fromRaw(pixels).resize(boxWidth, boxHeight, FIT_INSIDE))
    }
    const bytes = await encode(fromRaw(pixels), size)
    await writeFile(derivatives[size], bytes, { flag: 'wx', flush: true, mode: FILE_MODE })
  }
  return {
    mediaType,
    width: turned ? height : width,
    height: turned ? width : height,
    captured: captureMonthOf(exif) ?? null,
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

/** Blames the image for what fails, unless the disk is to blame. The decoder does not say which, so the file is read again. */
async function refuseDamaged<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    for await (const _ of createReadStream(path));
    throw new ImageRefused('unsupported_file')
  }
}
