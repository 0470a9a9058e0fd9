import { type Random, seededRandom } from './random.ts'

/** Side of every baked tile, in texels; a power of two, so that wrapping is a bit mask. */
const SIZE = 512
const MASK = SIZE - 1

/** A square of values that repeats seamlessly in both directions. Texel (x, y) is at `y * 512 + x`. */
export type NoiseTile = Float32Array

/** The interpolated value at (x, y) in texels; the tile repeats, so both may be negative or large. */
export function sample(tile: NoiseTile, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const x0 = left & MASK
  const x1 = (left + 1) & MASK
  const row0 = (top & MASK) * SIZE
  const row1 = ((top + 1) & MASK) * SIZE
  const upper = (tile[row0 + x0] as number) * (1 - fx) + (tile[row0 + x1] as number) * fx
  const lower = (tile[row1 + x0] as number) * (1 - fx) + (tile[row1 + x1] as number) * fx
  return upper * (1 - fy) + lower * fy
}

/** The texel at (x, y), which are whole numbers; the tile repeats, so both may be negative or large. */
export function texel(tile: NoiseTile, x: number, y: number): number {
  return tile[(y & MASK) * SIZE + (x & MASK)] as number
}

/** Adds one octave of value noise with `cells` lattice cells a side. */
function addOctave(tile: NoiseTile, random: Random, cells: number, weight: number): void {
  const lattice = Float32Array.from({ length: cells * cells }, random)
  for (let y = 0; y < SIZE; y++) {
    const ly = (y * cells) / SIZE
    const y0 = Math.floor(ly)
    const ty = smooth(ly - y0)
    const rowA = y0 * cells
    const rowB = ((y0 + 1) % cells) * cells
    for (let x = 0; x < SIZE; x++) {
      const lx = (x * cells) / SIZE
      const x0 = Math.floor(lx)
      const x1 = (x0 + 1) % cells
      const tx = smooth(lx - x0)
      const upper = (lattice[rowA + x0] as number) * (1 - tx) + (lattice[rowA + x1] as number) * tx
      const lower = (lattice[rowB + x0] as number) * (1 - tx) + (lattice[rowB + x1] as number) * tx
      tile[y * SIZE + x] = (tile[y * SIZE + x] as number) + weight * (upper * (1 - ty) + lower * ty)
    }
  }
}

function smooth(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

/** Stretches the tile's values so that they have mean 0 and standard deviation 1. */
function standardize(tile: NoiseTile): NoiseTile {
  let sum = 0
  let squares = 0
  for (const value of tile) {
    sum += value
    squares += value * value
  }
  const mean = sum / tile.length
  const scale = 1 / Math.sqrt(squares / tile.length - mean * mean)
  for (let at = 0; at < tile.length; at++) tile[at] = ((tile[at] as number) - mean) * scale
  return tile
}

/** Clouds: octaves from `cells` lattice cells a side, each twice as fine and half as strong as the one before. */
function bakeClouds(seed: number, cells: number, octaves: number): NoiseTile {
  const random = seededRandom(seed)
  const tile = new Float32Array(SIZE * SIZE)
  for (let octave = 0; octave < octaves; octave++) addOctave(tile, random, cells << octave, 0.5 ** octave)
  return standardize(tile)
}

/**
 * Worley cells, `cells` a side: the distance to the nearest point (0 in a pit's middle, about 1 between pits), and
 * how far the second nearest is beyond it (0 along the borders between cells).
 * @see https://dl.acm.org/doi/10.1145/237170.237267
 */
function bakeCells(seed: number, cells: number): { nearest: NoiseTile; border: NoiseTile } {
  const random = seededRandom(seed)
  const points = Float32Array.from({ length: cells * cells * 2 }, random)
  const nearest = new Float32Array(SIZE * SIZE)
  const border = new Float32Array(SIZE * SIZE)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const px = (x * cells) / SIZE
      const py = (y * cells) / SIZE
      let first = 9
      let second = 9
      for (let cy = Math.floor(py) - 1; cy <= py + 1; cy++) {
        for (let cx = Math.floor(px) - 1; cx <= px + 1; cx++) {
          const cell = (((cy + cells) % cells) * cells + ((cx + cells) % cells)) * 2
          const distance = lengthOf(
            cx + (points[cell] as number) - px,
            cy + (points[cell + 1] as number) - py,
          )
          if (distance < first) {
            second = first
            first = distance
          } else if (distance < second) second = distance
        }
      }
      nearest[y * SIZE + x] = first
      border[y * SIZE + x] = second - first
    }
  }
  return { nearest, border }
}

/** White noise of normal distribution, one value a texel. */
function bakeGrain(seed: number): NoiseTile {
  const random = seededRandom(seed)
  return Float32Array.from(
    { length: SIZE * SIZE },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
}

/** Grain whose neighbours share some of it, as after a camera's own demosaicing: a 1-2-1 kernel each way. */
function bakeSensorGrain(seed: number): NoiseTile {
  const grain = bakeGrain(seed)
  const row = (x: number, y: number) =>
    texel(grain, x - 1, y) + 2 * texel(grain, x, y) + texel(grain, x + 1, y)
  return standardize(
    Float32Array.from({ length: SIZE * SIZE }, (_, at) => {
      const x = at & MASK
      const y = Math.floor(at / SIZE)
      return row(x, y - 1) + 2 * row(x, y) + row(x, y + 1)
    }),
  )
}

const { nearest } = bakeCells(11, 32)
const { border } = bakeCells(12, 10)

/** Clouds over the whole tile: mean 0, deviation 1, features from 128 texels down to 2. */
export const CLOUDS = bakeClouds(1, 4, 7)
/** Streak material: clouds without the large shapes, features from 16 texels down. */
export const FINE = bakeClouds(2, 32, 4)
/** White normal noise, deviation 1. */
export const GRAIN = bakeGrain(3)
/** The noise of a camera's sensor, deviation 1. */
export const SENSOR_GRAIN = bakeSensorGrain(4)
/** Distance to the nearest of 32 × 32 scattered points, in cells. */
export const PITS = nearest
/** Zero on the borders of 10 × 10 cells around other points, about one in their middles: a net. */
export const NET = border

/** Zero below `from`, one above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t
}

/** Length of the vector (x, y). `Math.hypot` is ten times slower, which matters for millions of pixels. */
export function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

/** `value` to the 64th power, for highlights. Repeated squaring is faster than `**`. */
export function power64(value: number): number {
  const two = value * value
  const four = two * two
  const eight = four * four
  const sixteen = eight * eight
  const thirtyTwo = sixteen * sixteen
  return thirtyTwo * thirtyTwo
}
