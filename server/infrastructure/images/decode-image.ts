import { writeFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { derivativeBox } from '#domain/pictures/photo-derivatives.ts'
import { readXmp } from '#server/infrastructure/exif/read-xmp.ts'
import { findDamagedRows } from '#server/infrastructure/pictures/find-damaged-rows.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import {
  greyOfMeasured,
  hasMeasuredValues,
  type ShownRange,
} from '#server/infrastructure/pictures/measured-values.ts'
import {
  findPicture,
  fromRaw,
  type Picture,
  pixelsOf,
  type RawPixels,
  raw8,
} from '#server/infrastructure/pictures/open-picture.ts'
import { refuseTooLarge } from '#server/infrastructure/pictures/picture-limits.ts'
import { refuseDamaged } from '#server/infrastructure/pictures/refuse-damaged.ts'
import {
  type DecodedImage,
  type DecodeRequest,
  FILE_MODE,
  type ImageMetadata,
  JPEG_QUALITY,
  WEBP_QUALITY,
} from './decode-request.ts'
import { exifOf } from './exif.ts'
import { gpanoOf } from './gpano.ts'
import { isOriginalShown } from './original-shown.ts'
import { isTurnedByBrowsers } from './turned-by-browsers.ts'

/**
 * Detects the file type by content, decodes it completely (truncated and damaged files fail then), and writes its derivatives, each from
 * the next larger one. They may not be on disk yet.
 *
 * @returns undefined if the file is not an image of an accepted type
 * @throws ImageRefused for a damaged or too large image; the error of the file system if a file cannot be read or written
 */
export async function decodeImage(request: DecodeRequest): Promise<DecodedImage | undefined> {
  const { path, maxPixels, derivatives } = request
  const picture = await findPicture(path)
  if (!picture) return undefined
  const { mediaType, metadata } = picture
  refuseTooLarge(metadata, maxPixels)
  const { width, height, orientation = 1 } = metadata

  // Turned after downscaling, so that the original does not have to fit into memory.
  const turned = orientation >= 5
  const box = derivativeBox(DERIVATIVE_WIDTHS[0])
  const opened = await pixelsOf(picture)
  const shrunk = opened
    .open()
    .resize(turned ? box.height : box.width, turned ? box.width : box.height, FIT_INSIDE)
  let pixels = await refuseDamaged(path, opened.raw(shrunk), () => findDamagedRows(opened, metadata))
  if (orientation > 1) pixels = await raw8(turnUpright(fromRaw(pixels), orientation))

  await writeDerivatives(pixels, DERIVATIVE_WIDTHS, derivatives)
  return {
    mediaType,
    width: turned ? height : width,
    height: turned ? width : height,
    ...(await metadataOf(picture, opened.range)),
  }
}

/** Writes the first size and, in parallel, the smaller ones from it. */
async function writeDerivatives(
  larger: RawPixels,
  [size, ...smaller]: readonly DerivativeWidth[],
  paths: DecodeRequest['derivatives'],
): Promise<void> {
  if (size === undefined) return
  const { width, height } = derivativeBox(size)
  const fits = larger.info.width <= width && larger.info.height <= height
  const pixels = fits ? larger : await raw8(fromRaw(larger).resize(width, height, FIT_INSIDE))
  const write = async () => {
    // The server flushes the file, so that no worker waits for the disk.
    await writeFile(paths[size], await encode(fromRaw(pixels), size), { mode: FILE_MODE })
  }
  // After a failure, the others must have ended before the next image begins.
  const outcomes = await Promise.allSettled([write(), writeDerivatives(pixels, smaller, paths)])
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Reads the metadata of an image.
 *
 * @throws ImageRefused for a damaged image; the error of the file system if the file cannot be read
 */
export async function readMetadata(path: string): Promise<ImageMetadata> {
  const picture = await findPicture(path)
  if (!picture) throw new ImageRefused('unsupported_file')
  return metadataOf(picture, await findRange(path, picture.metadata))
}

async function metadataOf(
  { path, metadata, isReadAlike, leftOut }: Picture,
  range: ShownRange | undefined,
): Promise<ImageMetadata> {
  const xmp = readXmp(metadata.xmp)
  return {
    exif: {
      ...(await exifOf(path, metadata, xmp)),
      shown_range: range ?? null,
      is_contradictory: leftOut !== undefined,
    },
    gpano: gpanoOf(metadata, xmp),
    orientation: metadata.orientation ?? 1,
    original_shown:
      isReadAlike &&
      isOriginalShown(metadata) &&
      (await isTurnedByBrowsers({ ...metadata, exif: leftOut ?? metadata.exif })),
  }
}

/** @returns undefined also for unusable values stored by former versions: the file has the rest */
async function findRange(path: string, metadata: Metadata): Promise<ShownRange | undefined> {
  if (!hasMeasuredValues(metadata)) return undefined
  try {
    return (await refuseDamaged(path, greyOfMeasured(path, metadata))).range
  } catch (error) {
    if (error instanceof ImageRefused) return undefined
    throw error
  }
}

const FIT_INSIDE = { fit: 'inside', withoutEnlargement: true } as const

function encode(image: Sharp, width: DerivativeWidth): Promise<Buffer> {
  return width === 320
    ? image.webp({ quality: WEBP_QUALITY }).toBuffer()
    : image.jpeg({ quality: JPEG_QUALITY }).toBuffer()
}

/** Turns an image upright. sharp always mirrors before rotating, whatever the order of the calls. @see EXIF 2.32, tag 0x0112 Orientation */
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
