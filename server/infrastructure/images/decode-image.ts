import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { readXmp } from '#server/infrastructure/exif/read-xmp.ts'
import {
  type DecodedImage,
  type DecodeRequest,
  FILE_MODE,
  IMAGE_TYPES,
  type ImageMetadata,
  ImageRefused,
  JPEG_QUALITY,
  MAX_HEIGHT_PER_WIDTH,
  WEBP_QUALITY,
} from './decode-request.ts'
import { exifOf } from './exif.ts'
import { gpanoOf } from './gpano.ts'
import { isOriginalShown } from './original-shown.ts'
import { refuseHostileExif } from './refuse-hostile-exif.ts'

/** The longest side of an image, in pixels. The sides of a JPEG cannot be longer, and at least one row has to fit into memory. */
const SIDE_MAX = 65_535

/** The maximum memory for images that cannot be decoded row by row, in bytes. */
const WHOLE_DECODE_BYTES_MAX = 400_000_000

/**
 * Detects the type of the file by its content, decodes it completely (truncated and damaged files fail then), and writes its
 * derivatives, each made from the next larger one. The disk may not have the derivatives yet.
 *
 * @returns undefined if the file is not an image of an accepted type
 * @throws ImageRefused for a damaged or too large image; the error of the file system if a file cannot be read or written
 */
export async function decodeImage(request: DecodeRequest): Promise<DecodedImage | undefined> {
  const { path, maxPixels, derivatives } = request
  const found = await fileTypeFromFile(path)
  const mediaType = IMAGE_TYPES.find((type) => type === found?.mime)
  if (!mediaType) return undefined
  await refuseHostileExif(path)

  const metadata = await refuseDamaged(path, openImage(path).metadata())
  const { width, height, orientation = 1 } = metadata
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

  // The image is turned after it is made smaller, so that the original does not have to fit into memory.
  const turned = orientation >= 5
  const box = boxOf(DERIVATIVE_WIDTHS[0])
  const shrunk = openImage(path)
    .resize(turned ? box.height : box.width, turned ? box.width : box.height, FIT_INSIDE)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
  let pixels = await refuseDamaged(path, rawPixels(shrunk))
  if (orientation > 1) pixels = await rawPixels(turnUpright(fromRaw(pixels), orientation))

  await writeDerivatives(pixels, DERIVATIVE_WIDTHS, derivatives)
  return {
    mediaType,
    width: turned ? height : width,
    height: turned ? width : height,
    ...(await metadataOf(path, metadata)),
  }
}

/** Writes the first size and, at the same time, the smaller ones that are made from it. */
async function writeDerivatives(
  larger: RawPixels,
  [size, ...smaller]: readonly DerivativeWidth[],
  paths: DecodeRequest['derivatives'],
): Promise<void> {
  if (size === undefined) return
  const { width, height } = boxOf(size)
  const fits = larger.info.width <= width && larger.info.height <= height
  const pixels = fits ? larger : await rawPixels(fromRaw(larger).resize(width, height, FIT_INSIDE))
  const write = async () => {
    // The server makes the file durable, so that no worker waits for the disk.
    await writeFile(paths[size], await encode(fromRaw(pixels), size), { flag: 'wx', mode: FILE_MODE })
  }
  // If one fails, the others must have ended, too: the next image begins after this one.
  const outcomes = await Promise.allSettled([write(), writeDerivatives(pixels, smaller, paths)])
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Opens an image for reading it once, from its first row to its last one. */
export function openImage(path: string): Sharp {
  return sharp(path, { failOn: 'warning', limitInputPixels: false, sequentialRead: true })
}

/**
 * Reads what an image says about itself.
 *
 * @throws ImageRefused for a damaged image; the error of the file system if the file cannot be read
 */
export async function readMetadata(path: string): Promise<ImageMetadata> {
  await refuseHostileExif(path)
  return await metadataOf(
    path,
    await refuseDamaged(path, sharp(path, { limitInputPixels: false }).metadata()),
  )
}

async function metadataOf(path: string, metadata: Metadata): Promise<ImageMetadata> {
  const xmp = readXmp(metadata.xmp)
  return {
    exif: await exifOf(path, metadata, xmp),
    gpano: gpanoOf(metadata, xmp),
    orientation: metadata.orientation ?? 1,
    original_shown: isOriginalShown(metadata),
  }
}

/**
 * The measured memory for each pixel, in bytes, if the format cannot be decoded row by row, otherwise 0. If it depends on properties
 * that the metadata does not have, this is the worst case: a lossy WebP takes half of a lossless one, and only a TIFF with separate
 * planes is decoded as a whole. The coefficients of a progressive JPEG have 16 bits each.
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
  return width === 320
    ? image.webp({ quality: WEBP_QUALITY }).toBuffer()
    : image.jpeg({ quality: JPEG_QUALITY }).toBuffer()
}

/** Turns an image upright. sharp always mirrors before it rotates, whatever the order of the calls. @see EXIF 2.32, tag 0x0112 Orientation */
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

/** Refuses the image if `work` fails. The decoder does not report errors of the disk as such, so the file is read again to find them. */
export async function refuseDamaged<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    for await (const _ of createReadStream(path));
    throw new ImageRefused('unsupported_file')
  }
}
