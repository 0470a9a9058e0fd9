import sharp, { type Metadata } from 'sharp'
import { tiffHeader } from './tiff-header.ts'
import { type LabTiff, refuseSamples } from './tiff-samples.ts'

/** The white of CIELAB in a TIFF. @see ICC.1:2022, 7.2.16 */
const WHITE = [0.9642, 1, 0.8249] as const

/** From the connection space (D50) to the light of sRGB. @see http://www.brucelindbloom.com/index.html?Eqn_RGB_XYZ_Matrix.html, sRGB D50 */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** @see CIE 15:2004, 8.2.1 */
const DELTA = 6 / 29

/**
 * Converts CIELAB into a TIFF of sRGB in memory, turned like the original.
 *
 * @throws ImageRefused for other samples than three whole ones; an error of the decoder for a damaged file
 */
export async function labAsTiff({ kind, file }: LabTiff, metadata: Metadata): Promise<Buffer> {
  const { space, channels, orientation } = metadata
  if (channels !== 3 || (space !== 'srgb' && space !== 'rgb16')) refuseSamples()
  const bits = space === 'srgb' ? 8 : 16
  const image = sharp(file, { failOn: 'warning', limitInputPixels: false, ignoreIcc: true })
  const { data, info } = await image
    .toColourspace(space)
    .raw({ depth: bits === 8 ? 'uchar' : 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const samples = bits === 8 ? data : new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const header = tiffHeader({ width, height, channels: 3, bits: 8, orientation })
  const tiff = Buffer.alloc(header.length + samples.length)
  header.copy(tiff)
  const steps = bits === 8 ? 1 : 256
  // With an offset, 100 % of 16 bits are 65,280.
  const lightest = kind === 'signed' || bits === 8 ? 256 * steps - 1 : 65_280
  const colour = (sample: number) => {
    if (kind === 'offset') return sample / steps - 128
    return (sample < 128 * steps ? sample : sample - 256 * steps) / steps
  }
  for (let at = 0; at < samples.length; at += 3) {
    const lightness = ((samples[at] ?? 0) / lightest) * 100
    writeSrgb(tiff, header.length + at, lightness, colour(samples[at + 1] ?? 0), colour(samples[at + 2] ?? 0))
  }
  return tiff
}

function writeSrgb(target: Buffer, at: number, lightness: number, a: number, b: number): void {
  const y = (lightness + 16) / 116
  const [lightX, lightY, lightZ] = [
    lightOf(y + a / 500) * WHITE[0],
    lightOf(y),
    lightOf(y - b / 200) * WHITE[2],
  ]
  for (const [index, [fromX, fromY, fromZ]] of TO_SRGB.entries()) {
    const light = fromX * lightX + fromY * lightY + fromZ * lightZ
    const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
    target[at + index] = Math.round(Math.min(1, Math.max(0, value)) * 255)
  }
}

function lightOf(value: number): number {
  return value > DELTA ? value ** 3 : 3 * DELTA ** 2 * (value - 4 / 29)
}
