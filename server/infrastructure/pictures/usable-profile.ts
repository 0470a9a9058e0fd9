import sharp, { type Metadata } from 'sharp'
import { tiffHeader } from './tiff-header.ts'

/** The colour spaces of ICC profiles, by matching libvips colour space. @see ICC.1:2022, table 19 */
export const PROFILE_SPACES: Partial<Record<string, string>> = {
  srgb: 'RGB ',
  rgb16: 'RGB ',
  'b-w': 'GRAY',
  grey16: 'GRAY',
  cmyk: 'CMYK',
}

/** A colour that no two profiles of cameras show alike, as parts of the greatest sample. */
const TRIED = [0.5, 0.25, 0.125]

/** Tolerance between 8 and 16 bits, of 255. */
const ROUNDING = 2

/**
 * True if the picture has an ICC profile for such pixels, and lcms can convert by it.
 *
 * @param target the path of the profile to convert to
 * @see ICC.1:2022, 7.2
 */
export async function hasUsableProfile(
  { icc, space }: Pick<Metadata, 'icc' | 'space'>,
  target: string,
): Promise<boolean> {
  if (!icc || icc.length < 128 || icc.toString('latin1', 36, 40) !== 'acsp') return false
  if (icc.toString('latin1', 16, 20) !== PROFILE_SPACES[space]) return false
  return space !== 'rgb16' || (await convertsAlike(icc, target))
}

/**
 * False for a damaged profile: sharp then takes 16-bit RGB for Display P3, and 8-bit RGB for sRGB. All other pixels stay unchanged, or are
 * converted as without a profile.
 */
async function convertsAlike(icc: Buffer, target: string): Promise<boolean> {
  const [few, many] = await Promise.all([convertTried(icc, 8, target), convertTried(icc, 16, target)])
  return few.every((sample, index) => Math.abs(sample - (many[index] ?? 0) / 257) <= ROUNDING)
}

async function convertTried(icc: Buffer, bits: 8 | 16, target: string): Promise<Uint8Array | Uint16Array> {
  const samples = TRIED.map((part) => Math.round(part * (2 ** bits - 1)))
  const pixel = bits === 8 ? Uint8Array.from(samples) : Uint16Array.from(samples)
  const header = tiffHeader({ width: 1, height: 1, channels: 3, bits, icc })
  const data = await sharp(Buffer.concat([header, Buffer.from(pixel.buffer)]), { ignoreIcc: true })
    .toColourspace(bits === 8 ? 'srgb' : 'rgb16')
    .withIccProfile(target, { attach: false })
    .raw({ depth: bits === 8 ? 'uchar' : 'ushort' })
    .toBuffer()
  return bits === 8 ? data : new Uint16Array(new Uint8Array(data).buffer)
}
