import sharp, { type Metadata } from 'sharp'
import { tiffHeader } from './tiff-header.ts'
import { readMeasured, refuseSamples } from './tiff-samples.ts'

/** The fraction of black values, and of white ones. A broken sensor pixel must not take the whole range. */
const CUT_OFF = 0.01

/** Values of at least this size are no measurement: programs fill gaps with the greatest floating point numbers. */
const NO_MEASUREMENT = 3.4e38

/** Sample size for the range. */
const SORTED_MAX = 1_000_000

/** Sample formats of measured values, such as temperatures: none of their numbers is black or white by itself. */
const MEASURED: readonly string[] = ['float', 'int', 'uint', 'short', 'char']

/** Whether a TIFF has measured values. Three floating point channels are linear light, as in libvips. */
export function hasMeasuredValues({ format, depth, channels }: Metadata): boolean {
  return format === 'tiff' && MEASURED.includes(depth) && !(depth === 'float' && channels >= 3)
}

/** The values of black and white. */
export interface ShownRange {
  black: number
  white: number
}

/** Measured values as grey. */
interface GreyValues {
  /** In memory, and turned like the original. */
  tiff: Buffer
  /** Undefined if all values are equal, or none is a number. */
  range: ShownRange | undefined
}

/**
 * Shows measured values as grey: 1 % of them are black, 1 % white, and the rest is linear. Black also marks missing measurements: no
 * number, infinity, or the file's no-data value. They do not count as values.
 *
 * @throws ImageRefused for several channels, and for floating point of 16 bits; an error of the decoder for a damaged file
 */
export async function greyOfMeasured(path: string, metadata: Metadata): Promise<GreyValues> {
  const { channels, depth, space } = metadata
  // In floating point of 16 bits, sharp cuts off negative values and all decimals.
  if (channels !== 1 || (depth === 'float' && space !== 'b-w')) refuseSamples()
  const { input, isSigned16, noData } = await readMeasured(path, metadata)
  const image = sharp(input, { failOn: 'warning', limitInputPixels: false, ignoreIcc: true })
  const { data, info } = await image
    // As it is: a conversion would cut the values off.
    .toColourspace(space)
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const values = new Float32Array(data.buffer, data.byteOffset, width * height)
  if (isSigned16) addSign(values)
  const missing = Math.fround(noData)
  const isMeasured = (value: number) => Math.abs(value) < NO_MEASUREMENT && value !== missing
  const range = rangeOf(values, isMeasured)
  const header = tiffHeader({ width, height, channels: 1, bits: 8, orientation: metadata.orientation })
  const tiff = Buffer.alloc(header.length + values.length)
  header.copy(tiff)
  // A picture of one value is grey.
  const greyOf = range
    ? (value: number) => ((value - range.black) / (range.white - range.black)) * 255
    : () => 128
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN
    if (isMeasured(value)) tiff[header.length + index] = Math.round(Math.min(255, Math.max(0, greyOf(value))))
  }
  return { tiff, range }
}

/** Signed 16-bit numbers that were read as unsigned. */
function addSign(values: Float32Array): void {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (value > 32_767) values[index] = value - 65_536
  }
}

function rangeOf(values: Float32Array, isMeasured: (value: number) => boolean): ShownRange | undefined {
  let [count, least, greatest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (!isMeasured(value)) continue
    count += 1
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  if (count === 0 || least === greatest) return undefined
  const step = Math.max(1, Math.floor(count / SORTED_MAX))
  let place = -1
  const chosen = values.filter((value) => isMeasured(value) && ++place % step === 0).sort()
  const at = (share: number) => chosen[Math.round((chosen.length - 1) * share)] ?? 0
  const [black, white] = [at(CUT_OFF), at(1 - CUT_OFF)]
  // Nearly all values can be equal, and the few others are the content.
  return black < white ? { black, white } : { black: least, white: greatest }
}
