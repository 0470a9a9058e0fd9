import { readFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { profileOfCode } from './coded-colours.ts'
import { HeifLibrary } from './heif-library.ts'
import { codedPixelsMax } from './picture-limits.ts'
import { tiffHeader } from './tiff-header.ts'

/**
 * The profile of an AVIF with only a colour code (`nclx`), which libvips ignores.
 *
 * @returns undefined for sRGB or unknown colours
 */
export async function profileOfAvif(path: string, metadata: Metadata): Promise<Buffer | undefined> {
  const file = await readFile(path)
  const heif = await HeifLibrary.load()
  try {
    const { code } = heif.openPrimary(file, codedPixelsMax(metadata))
    return code && profileOfCode(code)
  } catch {
    return undefined // What libvips can decode is accepted.
  }
}

/** Decodes an AVIF into a TIFF in memory with the profile. */
export async function avifAsTiff(path: string, { space, depth }: Metadata, icc: Buffer): Promise<Buffer> {
  const image = sharp(path, { failOn: 'warning', limitInputPixels: false, ignoreIcc: true }).toColourspace(
    space,
  )
  const bits = depth === 'uchar' ? 8 : 16
  const { data, info } = await image
    .raw({ depth: bits === 8 ? 'uchar' : 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return Buffer.concat([
    tiffHeader({ width, height, channels: info.channels === 4 ? 4 : 3, bits, icc }),
    data,
  ])
}
