import { readFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { profileOfCode } from './coded-colours.ts'
import { HeifLibrary } from './heif-library.ts'
import { codedPixelsMax } from './picture-limits.ts'
import { tiffHeader } from './tiff-header.ts'

/** A HEIC as a TIFF in memory: upright, with the profile of its colours. */
export interface DecodedHeic {
  tiff: Buffer
  icc: Buffer | undefined
  is16Bit: boolean
}

/**
 * Decodes the primary picture of a HEIC. Call it only after its size is checked.
 *
 * @param metadata its profile overrides the colour code
 * @throws Error for a damaged file, and if its picture has another size than that of `metadata`
 */
export async function decodeHeic(path: string, metadata: Metadata): Promise<DecodedHeic> {
  const { width, height, icc } = metadata
  const heif = await HeifLibrary.load()
  const primary = heif.openPrimary(await readFile(path), codedPixelsMax(metadata))
  if (primary.width !== width || primary.height !== height) {
    throw new Error(`The picture has ${primary.width} × ${primary.height} pixels.`)
  }
  const { channels, bits, code } = primary
  const profile = icc ?? (code && profileOfCode(code))
  const decoded = heif.decode(primary)

  const header = tiffHeader({ width, height, channels, bits, icc: profile })
  const rowBytes = width * channels * (bits / 8)
  const tiff = Buffer.alloc(header.length + rowBytes * height)
  header.copy(tiff)
  const pixels = tiff.subarray(header.length)
  heif.copyRows(decoded, pixels, rowBytes)
  if (bits === 16) stretch(pixels, decoded.bits)
  return { tiff, icc: profile, is16Bit: bits === 16 }
}

/** Stretches samples of fewer bits to 16 bits. */
function stretch(pixels: Buffer, bits: number): void {
  const samples = new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.length / 2)
  const factor = 65_535 / (2 ** bits - 1)
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.round((samples[at] ?? 0) * factor)
}
