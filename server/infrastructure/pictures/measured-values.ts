import sharp, { type Metadata } from 'sharp'
import { tiffHeader } from './tiff-header.ts'
import { refuseSamples } from './tiff-samples.ts'

/** The share of values that are black, and of those that are white. A broken pixel of the sensor must not take the whole range. */
const CUT_OFF = 0.01

/** How many values are sorted to find the range. */
const SORTED_MAX = 1_000_000

/** The depths of values that are measured and not seen, such as temperatures: no number of them is black or white. */
const MEASURED: readonly string[] = ['float', 'int', 'uint', 'short', 'char']

/** Whether a TIFF has measured values. Three channels of floating point are linear light, as libvips takes them. */
export function hasMeasuredValues({ format, depth, channels }: Metadata): boolean {
  return format === 'tiff' && MEASURED.includes(depth) && !(depth === 'float' && channels >= 3)
}

/** The values that are black and white. */
export interface ShownRange {
  black: number
  white: number
}

/** Measured values as grey. */
interface GreyValues {
  /** In memory, and turned like the original. */
  tiff: Buffer
  range: ShownRange
}

/**
 * Shows measured values as grey: 1 % of them are black, 1 % white, and those between them are even steps. What is no number is black.
 *
 * @throws ImageRefused for several channels; an error of the decoder for a damaged file
 */
export async function greyOfMeasured(path: string, metadata: Metadata): Promise<GreyValues> {
  if (metadata.channels !== 1) refuseSamples()
  const image = sharp(path, { failOn: 'warning', limitInputPixels: false, ignoreIcc: true })
  const { data, info } = await image
    // As it is: a conversion would cut the values off.
    .toColourspace(metadata.space)
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const values = new Float32Array(data.buffer, data.byteOffset, width * height)
  const [low, high] = rangeOf(values)
  const header = tiffHeader({ width, height, channels: 1, bits: 8, orientation: metadata.orientation })
  const tiff = Buffer.alloc(header.length + values.length)
  header.copy(tiff)
  const scale = high > low ? 255 / (high - low) : 0
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN
    // A picture of one value is grey.
    const grey = scale === 0 ? 128 : (value - low) * scale
    tiff[header.length + index] = Number.isNaN(value) ? 0 : Math.round(Math.min(255, Math.max(0, grey)))
  }
  return { tiff, range: { black: low, white: high } }
}

function rangeOf(values: Float32Array): [low: number, high: number] {
  const step = Math.max(1, Math.floor(values.length / SORTED_MAX))
  const chosen = values.filter((value, index) => index % step === 0 && Number.isFinite(value)).sort()
  const last = chosen.length - 1
  return [chosen[Math.round(last * CUT_OFF)] ?? 0, chosen[Math.round(last * (1 - CUT_OFF))] ?? 0]
}
