import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileTypeResult, fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { hasShortList } from '#server/infrastructure/exif/split-exif.ts'
import { heifMetadata } from './heif-metadata.ts'
import { ImageRefused } from './image-refused.ts'
import { IMAGE_TYPES, type ImageType } from './image-types.ts'
import { labAsTiff } from './lab-as-tiff.ts'
import { greyOfMeasured, hasMeasuredValues, type ShownRange } from './measured-values.ts'
import { refuseTooMuchMemory } from './picture-limits.ts'
import { type PngColours, pngWithProfile, readPngColours } from './png-colours.ts'
import { refuseDamaged } from './refuse-damaged.ts'
import { refuseContradictoryExif, refuseHostileExif } from './refuse-hostile-exif.ts'
import { findLab, type LabTiff, refuseSpectralBands } from './tiff-samples.ts'
import { hasUsableProfile, PROFILE_SPACES } from './usable-profile.ts'
import { wholeJpeg } from './whole-jpeg.ts'

/** sRGB as a profile of version 2, written by `matrixProfile`. */
const SRGB = join(import.meta.dirname, 'srgb.icc')

/** Pixels of sRGB, or grey for one channel, without metadata. */
export interface RawPixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** An uploaded picture, read up to its header. */
export interface Picture {
  path: string
  mediaType: ImageType
  /** The width and height are those before the turn by `orientation`. */
  metadata: Metadata
  /** A JPEG without data beside its picture, if there were some. */
  whole: Buffer | undefined
  /** The EXIF data of a JPEG if contradictory. `metadata` has only their orientation. */
  leftOut: Buffer | undefined
  /** Of a TIFF in CIELAB. */
  lab: LabTiff | undefined
  /** Of a PNG. */
  png: PngColours | undefined
  /** False if a browser may misread or ignore the colours or parts of an AVIF or a PNG. */
  isReadAlike: boolean
}

/** A picture whose pixels can be read. */
export interface Pixels {
  /** Opens it for one pass from top to bottom. Every output is in sRGB and on white. */
  open(): Sharp
  /** Reads the pixels of what `open` returned. */
  raw(image: Sharp): Promise<RawPixels>
  /** Of measured values that differ. */
  range?: ShownRange | undefined
}

/**
 * Opens an uploaded picture. All pictures derived from uploads use this, so their colours agree everywhere.
 *
 * @returns undefined if the file is not an image of an accepted type
 * @throws ImageRefused for a damaged image, and for hostile EXIF data; the error of the file system if the file cannot be read
 */
export async function findPicture(path: string): Promise<Picture | undefined> {
  const found = await fileTypeFromFile(path)
  const isHeif = found !== undefined && HEIF_TYPES.has(found.mime)
  if (!isHeif && !isImageType(found?.mime)) {
    if (!found && (await beginsAsImage(path))) throw new ImageRefused('unsupported_file', HEADER_DAMAGED)
    refuseOtherImage(found)
    return undefined
  }
  const isJpeg = found.mime === 'image/jpeg'
  const withoutExif = await refuseHostileExif(path, isJpeg)
  const lab = found.mime === 'image/tiff' ? await findLab(path) : undefined
  const { bytes: whole, exif: leftOut } = isJpeg ? await wholeJpeg(path, withoutExif) : {}
  if (withoutExif && !leftOut) refuseContradictoryExif()
  // libvips refuses more than 256 parts of a HEIC: 48 megapixels are 192 tiles, and phones add gain maps and depths. libheif allows 1000 when it decodes.
  const unlimited = isHeif && (await hasShortList(path))
  const read = await refuseDamaged(
    path,
    sharp(whole ?? lab?.file ?? path, { ...OPTIONS, unlimited }).metadata(),
    async () => HEADER_DAMAGED,
  )
  const heif = isHeif ? await heifMetadata(path, read) : undefined
  const metadata = heif?.metadata ?? read
  const mediaType = isHeif ? metadata.mediaType : found.mime
  if (!isImageType(mediaType)) refuseVariant()
  const png = mediaType === 'image/png' ? await readPngColours(path, metadata) : undefined
  const isReadAlike = !(heif?.isUncommon || png?.hasCode)
  return { path, mediaType, metadata, whole, leftOut, lab, png, isReadAlike }
}

const HEADER_DAMAGED = { code: 'image_header', values: {} } as const

/** Common beginnings of TIFF and PNG: their type is known only from the bytes after it. */
const SIGNATURES = ['II*\0', 'MM\0*', '\x89PNG']

async function beginsAsImage(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return SIGNATURES.includes(buffer.toString('latin1'))
}

/** @throws ImageRefused for an image of an unsupported type, such as RAW, because every program can save it as a JPEG */
function refuseOtherImage(found: FileTypeResult | undefined): void {
  if (!found?.mime.startsWith('image/')) return
  if (found.mime === 'image/apng')
    throw new ImageRefused('unsupported_file', { code: 'animated_png', values: {} })
  if (found.mime.startsWith('image/hei')) refuseVariant()
  throw new ImageRefused('unsupported_file', {
    code: 'other_kind',
    values: { type: found.ext.toUpperCase() },
  })
}

function refuseVariant(): never {
  throw new ImageRefused('unsupported_file', { code: 'image_variant', values: {} })
}

/** The type by the first bytes, for formats that may contain HEVC or AV1. */
const HEIF_TYPES = new Set<string>(['image/heic', 'image/heif', 'image/avif'])

function isImageType(type: string | undefined): type is ImageType {
  return IMAGE_TYPES.some((accepted) => accepted === type)
}

const OPTIONS = { failOn: 'warning', limitInputPixels: false, sequentialRead: true } as const

/**
 * The pixels of a picture in sRGB.
 *
 * With a profile, lcms converts them once, from the file's depth: sharp would convert 16 bits to Display P3 first. Without a profile they
 * are sRGB, and CMYK has sharp's profile. sharp converts before downscaling; this converts afterwards, which is less work.
 */
export async function pixelsOf(picture: Picture): Promise<Pixels> {
  const { path, mediaType, metadata, whole, lab, png } = picture
  if (mediaType === 'image/heic') {
    refuseTooMuchMemory(metadata)
    // Most workers never need it.
    const { decodeHeic } = await import('./decode-heic.ts')
    const { tiff, icc, is16Bit } = await refuseDamaged(path, decodeHeic(path, metadata))
    return asPixels(tiff, { icc, space: is16Bit ? 'rgb16' : 'srgb' })
  }
  if (mediaType === 'image/avif' && !metadata.icc && PROFILE_SPACES[metadata.space] === 'RGB ') {
    const { avifAsTiff, profileOfAvif } = await import('./decode-avif.ts')
    const icc = await refuseDamaged(path, profileOfAvif(path, metadata))
    if (icc) return asPixels(await refuseDamaged(path, avifAsTiff(path, metadata, icc)), { ...metadata, icc })
  }
  if (png?.icc) return asPixels(await pngWithProfile(path, png.icc), { ...metadata, icc: png.icc })
  if (lab) {
    // It takes as much memory as floating point.
    refuseTooMuchMemory({ ...metadata, depth: 'float' })
    return asPixels(await refuseDamaged(path, labAsTiff(lab, metadata)), { space: 'srgb' })
  }
  if (hasMeasuredValues(metadata)) {
    const { tiff, range } = await refuseDamaged(path, greyOfMeasured(path, metadata))
    return { ...(await asPixels(tiff, { space: 'b-w' })), range }
  }
  refuseSpectralBands(metadata)
  return asPixels(whole ?? path, metadata)
}

async function asPixels(
  input: string | Buffer,
  colours: Pick<Metadata, 'icc' | 'space'> & Partial<Pick<Metadata, 'hasAlpha'>>,
): Promise<Pixels> {
  const { space, hasAlpha = false } = colours
  const ground = { background: '#fff' }
  if (space === 'cmyk' && hasAlpha) {
    // sharp can only put RGB and grey on a background. So it converts by the profile before that, and compensates the black point.
    return { open: () => sharp(input, OPTIONS).flatten(ground).toColourspace('srgb'), raw: raw8 }
  }
  const hasProfile = await hasUsableProfile(colours, SRGB)
  return {
    open() {
      const image = sharp(input, { ...OPTIONS, ignoreIcc: true }).flatten(ground)
      if (!hasProfile) return image.toColourspace('srgb')
      // Otherwise sharp would convert CMYK by its own profile.
      if (space === 'cmyk') image.pipelineColourspace('cmyk')
      return image.toColourspace(space).withIccProfile(SRGB, { attach: false })
    },
    // After a profile conversion, sharp cannot reduce the depth: it would clip the values at 255.
    raw: (image) => (hasProfile && SPACES_OF_16_BITS.includes(space) ? raw16(image) : raw8(image)),
  }
}

const SPACES_OF_16_BITS: readonly string[] = ['rgb16', 'grey16']

/** The pixels of an image of 8 bits. */
export function raw8(image: Sharp): Promise<RawPixels> {
  return image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
}

async function raw16(image: Sharp): Promise<RawPixels> {
  const { data, info } = await image.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true })
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const bytes = Buffer.allocUnsafe(samples.length)
  for (let at = 0; at < samples.length; at += 1) bytes[at] = Math.round((samples[at] ?? 0) / 257)
  return { data: bytes, info }
}

/** Opens pixels again. */
export function fromRaw({ data, info: { width, height, channels } }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}
