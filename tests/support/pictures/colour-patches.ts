import sharp, { type Sharp } from 'sharp'
import { type TiffFile, tiffFile } from './tiff-file.ts'

/** The side of a patch in pixels: larger than the blocks of JPEG, and smaller than a tile. */
export const PATCH_SIDE = 64

/** Red, green, blue, white, black, and three colours that every colour space has. */
export const RGB = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [0, 0, 0],
  [128, 64, 32],
  [200, 180, 160],
  [20, 120, 90],
]

/**
 * What `RGB` is in sRGB if its numbers are those of another space: the answers of
 * `transicc -t0 -n -i PROFILE -o server/infrastructure/pictures/srgb.icc` (Little CMS 2.14), cut off at 0 and 255 and rounded.
 */
export const RGB_IN_SRGB = {
  sRGB: RGB,
  'Display P3': [...RGB.slice(0, 5), [138, 59, 21], [204, 179, 157], [0, 122, 88]],
  'Adobe RGB': [...RGB.slice(0, 5), [146, 62, 23], [209, 181, 161], [0, 121, 88]],
  'ProPhoto RGB': [...RGB.slice(0, 5), [191, 53, 29], [230, 189, 172], [0, 152, 104]],
}

export type Colour = readonly number[]

/** Colours from 0 to 255, as one row of squares. */
export interface Patches {
  colours: readonly Colour[]
  photometric: TiffFile['photometric']
  bits?: 8 | 16
  icc?: Buffer | undefined
  hasAlpha?: boolean
}

/** A TIFF of the patches, without compression. */
export function patchesTiff({ colours, photometric, bits = 8, icc, hasAlpha = false }: Patches): Buffer {
  const row = colours.flatMap((colour) => Array.from({ length: PATCH_SIDE }, () => colour).flat())
  const samples = Array.from({ length: PATCH_SIDE }, () => row).flat()
  const data =
    bits === 8 ? Buffer.from(samples) : Buffer.from(Uint16Array.from(samples, (v) => v * 257).buffer)
  const [width, height, channels] = [PATCH_SIDE * colours.length, PATCH_SIDE, colours[0]?.length ?? 1]
  return tiffFile({ width, height, channels, bits, data, photometric, hasAlpha, ...(icc && { icc }) })
}

/** The patches for another format: the samples and the profile are as they are in the TIFF. */
export function patches(input: Patches): Sharp {
  const { photometric, bits = 8 } = input
  const image = sharp(patchesTiff(input)).keepIccProfile()
  if (photometric === 'cmyk') return image.pipelineColourspace('cmyk').toColourspace('cmyk')
  const isGrey = photometric === 'black is zero'
  return image.toColourspace(isGrey ? (bits === 8 ? 'b-w' : 'grey16') : bits === 8 ? 'srgb' : 'rgb16')
}

/** The colours in the middles of the patches. @param picture with its patches in one row, of any size */
export async function coloursIn(picture: Buffer, count: number): Promise<number[][]> {
  const { data, info } = await sharp(picture)
    .resize(count * 8, 8, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: count }, (_, index) => {
    const at = (4 * info.width + index * 8 + 4) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}
