import { between, innerShare } from './outliers.ts'
import type { CloudSample, CloudSurvey } from './survey-cloud.ts'

type Triple = [number, number, number]

/** The stored coordinates of a cloud, and its colour range. */
export interface CloudFrame {
  /** Subtracted from all coordinates. */
  origin: Triple
  /** The bounding box of the points without a few far outliers, relative to the origin. */
  min: Triple
  max: Triple
  /** The width of the root cell. It contains the box. */
  cell: number
  /** Relative to the origin. */
  heights: [number, number]
  intensities: [number, number] | null
}

/** The box without outliers is used only if the full one is this many times as large. */
const FAR = 3
/** The fraction of points at each end that may exceed the colour range. */
const COLOUR_OUTLIERS = 0.01
/**
 * An axis gets an origin if its coordinates exceed the cloud's width there by this factor: a 32-bit float has 16 million
 * steps, which leaves at least two million for the cloud.
 */
const UNSHIFTED_MAX = 8
/** The width of a cloud whose points all coincide. */
const WIDTH_MIN = 1e-6

/** @see CloudFrame */
export function frameOf({ sample }: CloudSurvey): CloudFrame {
  const axes = [sample.x, sample.y, sample.z].map((values) => values.slice(0, sample.count).sort())
  const whole = axes.map((values) => between(values, 0))
  const inner = axes.map((values) => between(values, innerShare(sample.count)))
  const isFar = diagonal(whole) > FAR * diagonal(inner) && diagonal(inner) > 0
  const box = isFar ? inner : whole
  const origin = box.map(originOf) as Triple
  const corner = (end: 0 | 1) => box.map((ends, axis) => ends[end] - (origin[axis] ?? 0)) as Triple
  const [low, high] = between(axes[2] ?? new Float64Array(), COLOUR_OUTLIERS)
  return {
    origin,
    min: corner(0),
    max: corner(1),
    cell: Math.max(WIDTH_MIN, ...box.map(([from, to]) => to - from)),
    heights: [low - origin[2], high - origin[2]],
    intensities: intensityRange(sample),
  }
}

function intensityRange({ intensities, count }: CloudSample): [number, number] | null {
  if (!intensities) return null
  const finite = intensities.slice(0, count).filter(Number.isFinite).sort()
  return finite.length === 0 ? null : between(finite, COLOUR_OUTLIERS)
}

function diagonal(box: [number, number][]): number {
  return Math.hypot(...box.map(([from, to]) => to - from))
}

/** A round number near the centre of an axis, or 0 if its coordinates are small. */
function originOf([from, to]: [number, number]): number {
  const width = to - from
  const farthest = Math.max(Math.abs(from), Math.abs(to))
  if (farthest <= UNSHIFTED_MAX * width) return 0
  const middle = from + (to - from) / 2
  if (width === 0) return middle
  // Whole metres even for a narrow axis: that leaves enough steps.
  const power = Math.floor(Math.log10(width < 1 ? width * UNSHIFTED_MAX : width))
  // Dividing by an integer is exact where multiplying by 0.1 is not.
  const round =
    power < 0
      ? Math.round(middle * 10 ** -power) / 10 ** -power
      : Math.round(middle / 10 ** power) * 10 ** power
  // In a cloud of nearly no width, the powers are infinite.
  return Number.isFinite(round) ? round : middle
}
