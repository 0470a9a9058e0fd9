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
  /** A JPEG without what is beside its picture, if there was something. */
  whole: Buffer | undefined
  /** The EXIF data of a JPEG if they contradict themselves. `metadata` has nothing of them but the orientation. */
  leftOut: Buffer | undefined
  /** Of a TIFF in CIELAB. */
  lab: LabTiff | undefined
  /** Of a PNG. */
  png: PngColours | undefined
  /** False if a browser may read in another way, or not at all, what an AVIF or a PNG says about its colours and its parts. */
  isReadAlike: boolean
}

/** A picture whose pixels can be read. */
export interface Pixels {
  /** Opens it for reading it once, from its first row to its last one. Every output is in sRGB and on white ground. */
  open(): Sharp
  /** Reads the pixels of what `open` has returned. */
  raw(image: Sharp): Promise<RawPixels>
  /** Of measured values that differ. */
  range?: ShownRange | undefined
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

/** What begins a TIFF and a PNG: their type is known only after what follows is read. */
const SIGNATURES = ['II*\0', 'MM\0*', '\x89PNG']

async function beginsAsImage(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return SIGNATURES.includes(buffer.toString('latin1'))
}

/** @throws ImageRefused for an image of a type that is not accepted, such as a RAW file, because every program can save it as a JPEG */
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

/** What a file is by its first bytes if its pictures can be HEVC or AV1. */
const HEIF_TYPES = new Set<string>(['image/heic', 'image/heif', 'image/avif'])

function isImageType(type: string | undefined): type is ImageType {
  return IMAGE_TYPES.some((accepted) => accepted === type)
}

const OPTIONS = { failOn: 'warning', limitInputPixels: false, sequentialRead: true } as const

/**
 * The pixels of a picture in sRGB.
 *
 * With a profile, lcms converts them once, from the depth that the file has: sharp would convert 16 bits to Display P3 first. Without a
 * profile they are sRGB, and CMYK is that of the profile that sharp has. sharp converts before it makes a picture smaller; this converts
 * afterwards, which is less work.
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
    // It takes as much as floating point does.
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
    // sharp can only put RGB and grey on a ground. So it converts by the profile before that, and compensates the black point.
    return { open: () => sharp(input, OPTIONS).flatten(ground).toColourspace('srgb'), raw: raw8 }
  }
  const hasProfile = await hasUsableProfile(colours, SRGB)
  return {
    open() {
      const image = sharp(input, { ...OPTIONS, ignoreIcc: true }).flatten(ground)
      if (!hasProfile) return image.toColourspace('srgb')
      // Without this, sharp would convert CMYK by its own profile.
      if (space === 'cmyk') image.pipelineColourspace('cmyk')
      return image.toColourspace(space).withIccProfile(SRGB, { attach: false })
    },
    // sharp has no conversion to fewer bits after that by a profile: it would cut the values off at 255.
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
