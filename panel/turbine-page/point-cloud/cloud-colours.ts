import type { Cloud } from './parse-cloud.ts'

const COLOURINGS = ['file', 'height', 'intensity'] as const
export type Colouring = (typeof COLOURINGS)[number]

/** From dark blue to yellow. People with any kind of colour blindness can distinguish the colours. @see https://bids.github.io/colormap/ (viridis) */
const SCALE = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const

/** The fraction of points at each end that may be outside of the scale, so that a few wrong points do not change the scale. */
const OUTLIERS = 0.01
/** The number of values from which the limits of the scale are computed. */
const SAMPLE = 20_000

/** The colourings that a cloud has data for. The first one is the best. */
export function colouringsOf({ colours, intensities }: Cloud): Colouring[] {
  return COLOURINGS.filter(
    (name) => name === 'height' || (name === 'file' && colours) || (name === 'intensity' && intensities),
  )
}

/** Three bytes (sRGB) for each point. */
export function coloursOf(cloud: Cloud, colouring: Colouring): Uint8Array {
  if (colouring === 'file' && cloud.colours) return cloud.colours
  if (colouring === 'intensity' && cloud.intensities) return scale(cloud.intensities)
  return scale(cloud.positions.filter((_, index) => index % 3 === 2))
}

function scale(values: Float32Array): Uint8Array {
  // Sorting millions of values would stop the page; a sample has nearly the same limits.
  const every = Math.ceil(values.length / SAMPLE)
  const sorted = values.filter((_, index) => index % every === 0).sort()
  const low = sorted[Math.floor(sorted.length * OUTLIERS)] ?? 0
  const high = sorted[Math.ceil(sorted.length * (1 - OUTLIERS)) - 1] ?? low
  const bytes = new Uint8Array(values.length * 3)
  for (const [index, value] of values.entries()) {
    const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5
    bytes.set(COLOURS[Math.round(share * SHADES)] ?? [], index * 3)
  }
  return bytes
}

/** The colour at a share of the scale, from 0 to 1. */
export function colourAt(share: number): number[] {
  const place = share * (SCALE.length - 1)
  const index = Math.min(SCALE.length - 2, Math.floor(place))
  const [from, to] = [SCALE[index] ?? SCALE[0], SCALE[index + 1] ?? SCALE[0]]
  return from.map((value, channel) => Math.round(value + ((to[channel] ?? value) - value) * (place - index)))
}

/** The number of steps of the scale that can be seen. */
const SHADES = 256
const COLOURS = Array.from({ length: SHADES + 1 }, (_, shade) => colourAt(shade / SHADES))
