/** A colour space of three primaries. */
export interface RgbSpace {
  /** The chromaticities (x, y) of red, green, blue and white. */
  primaries: { red: Point; green: Point; blue: Point; white: Point }
  /** The light of an encoded value, both from 0 to 1. */
  light: (value: number) => number
}
type Point = readonly [x: number, y: number]
type Triple = [number, number, number]
type Matrix = [Triple, Triple, Triple]

/** The white of the connection space. @see ICC.1:2001-04, 6.1.11 */
const D50: Triple = [0.9642, 1, 0.8249]

/** @see http://www.brucelindbloom.com/index.html?Eqn_ChromAdapt.html */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Maximum component of a primary in the connection space. Those of real colours are below 2. */
const CONNECTION_MAX = 10

/** The entries of the curve of a profile. */
const CURVE_ENTRIES = 1024

/** Sizes of the header, the tag count, and an entry of the tag table, in bytes. */
const [HEADER_BYTES, COUNT_BYTES, ENTRY_BYTES] = [128, 4, 12]

/** The light of a value in sRGB. @see IEC 61966-2-1 */
export function srgbLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/**
 * Writes an ICC profile of version 2: with version 4, lcms compensates the black point, differently in each release.
 *
 * @see ICC.1:2001-04
 */
export function matrixProfile({ primaries, light }: RgbSpace): Buffer {
  const [red, green, blue] = connectionMatrix(primaries)
  return profile('RGB ', [
    [['desc'], description('RGB')],
    [['cprt'], text('CC0')],
    [['wtpt'], xyz(D50)],
    [['rXYZ'], xyz(red)],
    [['gXYZ'], xyz(green)],
    [['bXYZ'], xyz(blue)],
    [['rTRC', 'gTRC', 'bTRC'], curveOf(light)],
  ])
}

/** The same for grey, which has no primaries. */
export function greyProfile({ light }: Pick<RgbSpace, 'light'>): Buffer {
  return profile('GRAY', [
    [['desc'], description('Grey')],
    [['cprt'], text('CC0')],
    [['wtpt'], xyz(D50)],
    [['kTRC'], curveOf(light)],
  ])
}

/** False for impossible primaries and white, such as three on one line. */
export function isRealSpace(primaries: RgbSpace['primaries']): boolean {
  const points = Object.values(primaries)
  if (points.some(([x, y]) => x < 0 || y <= 0 || x + y > 1.1)) return false
  return connectionMatrix(primaries)
    .flat()
    .every((part) => Math.abs(part) <= CONNECTION_MAX)
}

function curveOf(light: RgbSpace['light']): Buffer {
  const curve = Buffer.alloc(12 + CURVE_ENTRIES * 2)
  curve.write('curv')
  curve.writeUInt32BE(CURVE_ENTRIES, 8)
  for (let entry = 0; entry < CURVE_ENTRIES; entry += 1) {
    const value = Math.min(1, Math.max(0, light(entry / (CURVE_ENTRIES - 1))))
    curve.writeUInt16BE(Math.round(value * 65_535), 12 + entry * 2)
  }
  return curve
}

/** Red, green and blue in the connection space. */
function connectionMatrix({ red, green, blue, white }: RgbSpace['primaries']): Matrix {
  const target = tristimulus(white)
  const columns = transposed([tristimulus(red), tristimulus(green), tristimulus(blue)])
  const amounts = solved(columns, target)
  const [from, to] = [times(BRADFORD, target), times(BRADFORD, D50)]
  const adapt = (colour: Triple): Triple => {
    const cone = times(BRADFORD, colour)
    return solved(BRADFORD, [
      (cone[0] * to[0]) / from[0],
      (cone[1] * to[1]) / from[1],
      (cone[2] * to[2]) / from[2],
    ])
  }
  const scaled = (point: Point, amount: number) => {
    const [x, y, z] = tristimulus(point)
    return adapt([x * amount, y * amount, z * amount])
  }
  return [scaled(red, amounts[0]), scaled(green, amounts[1]), scaled(blue, amounts[2])]
}

function tristimulus([x, y]: Point): Triple {
  return [x / y, 1, (1 - x - y) / y]
}

function transposed([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  return [
    [a, d, g],
    [b, e, h],
    [c, f, i],
  ]
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z)
  return [first ?? 0, second ?? 0, third ?? 0]
}

function determinant([[a, b, c], [d, e, f], [g, h, i]]: Matrix): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

/** The triple that the matrix maps to `result`, by Cramer's rule. */
function solved(matrix: Matrix, result: Triple): Triple {
  const whole = determinant(matrix)
  const [a, b, c] = transposed(matrix)
  return [
    determinant([result, b, c]) / whole,
    determinant([a, result, c]) / whole,
    determinant([a, b, result]) / whole,
  ]
}

/** @param parts the contents of tags, each with the names of the tags that share it */
function profile(space: 'RGB ' | 'GRAY', parts: [names: string[], content: Buffer][]): Buffer {
  const count = parts.reduce((sum, [names]) => sum + names.length, 0)
  const list = Buffer.alloc(COUNT_BYTES + count * ENTRY_BYTES)
  list.writeUInt32BE(count)
  let [entry, place] = [COUNT_BYTES, HEADER_BYTES + list.length]
  const contents: Buffer[] = []
  for (const [names, content] of parts) {
    for (const name of names) {
      list.write(name, entry)
      list.writeUInt32BE(place, entry + 4)
      list.writeUInt32BE(content.length, entry + 8)
      entry += ENTRY_BYTES
    }
    // Content is aligned to four bytes.
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)])
    contents.push(padded)
    place += padded.length
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(place)
  header.writeUInt32BE(0x02400000, 8)
  header.write(`mntr${space}XYZ `, 12)
  header.write('acsp', 36)
  xyz(D50).copy(header, 68, 8)
  return Buffer.concat([header, list, ...contents])
}

function xyz(values: Triple): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('XYZ ')
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 8 + index * 4)
  return bytes
}

function text(words: string): Buffer {
  return Buffer.from(`text\0\0\0\0${words}\0`, 'latin1')
}

function description(words: string): Buffer {
  const bytes = Buffer.alloc(12 + words.length + 1 + 78)
  bytes.write('desc')
  bytes.writeUInt32BE(words.length + 1, 8)
  bytes.write(words, 12)
  return bytes
}
