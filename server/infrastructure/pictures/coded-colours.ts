import { matrixProfile, type RgbSpace, srgbLight } from './matrix-profile.ts'

/** The colours of a picture as code points. @see ITU-T H.273, tables 2 and 3 */
export interface CodedColours {
  primaries: number
  transfer: number
}

const D65 = [0.3127, 0.329] as const

/** Primaries other than sRGB's, by code point: BT.2020, the Display P3 of phones, and older television. */
const PRIMARIES: Partial<Record<number, RgbSpace['primaries']>> = {
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 },
  6: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: D65 },
  9: { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 },
  11: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] },
  12: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 },
}
export const SRGB_SPACE: RgbSpace = {
  primaries: { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 },
  light: srgbLight,
}

/**
 * Curves other than sRGB's, by code point: gamma 2.2 and 2.8, linear, PQ and HLG. Television curves (1, 6, 14, 15) count as sRGB, as in
 * browsers. Light above paper white is white.
 *
 * @see ITU-R BT.2408-7, 2.2: the white of paper has 203 cd/m², which is the value 0.75 of HLG
 */
const LIGHTS: Partial<Record<number, RgbSpace['light']>> = {
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  8: (value) => value,
  16: (value) => pqLight(value) / 203,
  18: (value) => hlgLight(value) / hlgLight(0.75),
}

/** @returns undefined for sRGB or unknown colours */
export function spaceOfCode({ primaries, transfer }: CodedColours): RgbSpace | undefined {
  const [others, light] = [PRIMARIES[primaries], LIGHTS[transfer]]
  if (!others && !light) return undefined
  return { primaries: others ?? SRGB_SPACE.primaries, light: light ?? srgbLight }
}

/** @returns undefined for sRGB or unknown colours */
export function profileOfCode(code: CodedColours): Buffer | undefined {
  const space = spaceOfCode(code)
  return space && matrixProfile(space)
}

/** In cd/m². @see ITU-R BT.2100-3, table 4 */
function pqLight(value: number): number {
  const root = value ** (1 / 78.84375)
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
}

/** From 0 to 1. @see ITU-R BT.2100-3, table 5 */
function hlgLight(value: number): number {
  if (value <= 0.5) return value ** 2 / 3
  return (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
}
