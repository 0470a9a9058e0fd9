import { join } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { IMAGE_TYPES, type ImageType } from './image-types.ts'
import { refuseDamaged } from './refuse-damaged.ts'
import { refuseHostileExif } from './refuse-hostile-exif.ts'

/** sRGB as a profile of version 2, written by `matrixProfile`. */
const SRGB = join(import.meta.dirname, 'srgb.icc')

/** The colour spaces of ICC profiles, by the colour spaces of libvips that they can describe. @see ICC.1:2022, table 19 */
const PROFILE_SPACES: Partial<Record<string, string>> = {
  srgb: 'RGB ',
  rgb16: 'RGB ',
  'b-w': 'GRAY',
  grey16: 'GRAY',
  cmyk: 'CMYK',
}

/** Pixels of sRGB, or grey if there is one channel, without metadata. */
export interface RawPixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** An uploaded picture of which only the beginning has been read. */
export interface Picture {
  path: string
  mediaType: ImageType
  /** The width and height are those before the turn by `orientation`. */
  metadata: Metadata
}

/** A picture whose pixels can be read. */
export interface Pixels {
  /** Opens it for reading it once, from its first row to its last one. Every output is in sRGB and on white ground. */
  open(): Sharp
  /** Reads the pixels of what `open` has returned. */
  raw(image: Sharp): Promise<RawPixels>
}

/**
 * Opens an uploaded picture. All pictures of the product that are made of uploads are made of what this returns, so they have the same
 * colours everywhere.
 *
 * @returns undefined if the file is not an image of an accepted type
 * @throws ImageRefused for a damaged image, and for hostile EXIF data; the error of the file system if the file cannot be read
 */
export async function findPicture(path: string): Promise<Picture | undefined> {
  const found = await fileTypeFromFile(path)
  const mediaType = IMAGE_TYPES.find((type) => type === found?.mime)
  if (!mediaType) return undefined
  await refuseHostileExif(path)
  const metadata = await refuseDamaged(path, sharp(path, OPTIONS).metadata())
  return { path, mediaType, metadata }
}

const OPTIONS = { failOn: 'warning', limitInputPixels: false, sequentialRead: true } as const

/**
 * The pixels of a picture in sRGB.
 *
 * With a profile, lcms converts them once, from the depth that the file has: sharp would convert 16 bits to Display P3 first. Without a
 * profile they are sRGB, and CMYK is that of the profile that sharp has. sharp converts before it makes a picture smaller; this converts
 * afterwards, which is less work.
 */
export function pixelsOf({ path, metadata }: Picture): Pixels {
  const hasProfile = hasUsableProfile(metadata)
  return {
    open() {
      const image = sharp(path, { ...OPTIONS, ignoreIcc: true }).flatten({ background: '#fff' })
      if (!hasProfile) return image.toColourspace('srgb')
      const { space } = metadata
      // Without this, sharp would convert CMYK by its own profile.
      if (space === 'cmyk') image.pipelineColourspace('cmyk')
      return image.toColourspace(space).withIccProfile(SRGB, { attach: false })
    },
    // sharp has no conversion to fewer bits after that by a profile: it would cut the values off at 255.
    raw: (image) => (hasProfile && is16Bit(metadata) ? raw16(image) : raw8(image)),
  }
}

/** True if the picture has an ICC profile, and if it is one for pixels of this kind. @see ICC.1:2022, 7.2 */
function hasUsableProfile({ icc, space }: Metadata): boolean {
  if (!icc || icc.length < 128 || icc.toString('latin1', 36, 40) !== 'acsp') return false
  return icc.toString('latin1', 16, 20) === PROFILE_SPACES[space]
}

function is16Bit({ space }: Metadata): boolean {
  return space === 'rgb16' || space === 'grey16'
}

/** The pixels of an image of 8 bits. */
export function raw8(image: Sharp): Promise<RawPixels> {
  return image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
}

async function raw16(image: Sharp): Promise<RawPixels> {
  const { data, info } = await image.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true })
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  return { data: Buffer.from(Uint8Array.from(samples, (sample) => Math.round(sample / 257))), info }
}

/** Opens pixels again. */
export function fromRaw({ data, info: { width, height, channels } }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}
