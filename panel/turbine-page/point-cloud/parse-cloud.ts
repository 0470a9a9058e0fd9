import { type BufferAttribute, Color } from 'three'
import { PCDLoader } from 'three/examples/jsm/loaders/PCDLoader.js'

/** The points of a PCD file that can be shown. */
export interface Cloud {
  /** Three coordinates for each point. */
  positions: Float32Array<ArrayBuffer>
  /** Three bytes (sRGB) for each point, if the file has colours. */
  colours: Uint8Array<ArrayBuffer> | null
  /** One value for each point, if the file has them. */
  intensities: Float32Array<ArrayBuffer> | null
  /** The number of points in the file; more than are shown if the cloud was thinned. */
  total: number
}

/** The maximum number of shown points of a binary file. Parsing a million points takes about two seconds, and 400 MB of memory while it runs. */
const SHOWN_POINTS_MAX = 2_000_000
/** The maximum number of points in the other encodings, whose files can only be read as a whole. */
const WHOLE_POINTS_MAX = 5_000_000

/** The error for a file with more points than can be parsed. */
export class TooManyPoints extends Error {}

/**
 * Parses a PCD file. A larger binary file is thinned evenly; the other encodings can only be read as a whole.
 *
 * @throws TooManyPoints; any other error if the file is damaged
 * @see https://pointclouds.org/documentation/tutorials/pcd_file_format.html
 */
export function parseCloud(
  file: ArrayBuffer,
  { shownMax, wholeMax } = { shownMax: SHOWN_POINTS_MAX, wholeMax: WHOLE_POINTS_MAX },
): Cloud {
  const header = readHeader(file)
  const isThinned = header.encoding === 'binary' && header.points > shownMax
  if (!isThinned && header.points > wholeMax) throw new TooManyPoints()
  const { geometry } = new PCDLoader().parse(isThinned ? thin(file, header, shownMax) : file)
  const position = geometry.getAttribute('position') as BufferAttribute | undefined
  const cloud = keepFinite(
    position?.array as Float32Array,
    geometry.getAttribute('color')?.array as Float32Array | undefined,
    geometry.getAttribute('intensity')?.array as Float32Array | undefined,
  )
  if (cloud.positions.length === 0) throw new Error('The file has no points.')
  return { ...cloud, total: header.points }
}

interface Header {
  text: string
  encoding: string
  points: number
  /** The bytes of one point in the encoding `binary`. */
  pointBytes: number
}

function readHeader(file: ArrayBuffer): Header {
  const start = new TextDecoder('latin1').decode(file.slice(0, 16 * 1024))
  const found = /^[\s\S]*?^DATA[ \t]+(\w+)[ \t\r]*\n/m.exec(start)
  if (!found) throw new Error('The file has no PCD header.')
  const [text, encoding = ''] = found
  const numbers = (name: string) =>
    (new RegExp(`^${name}[ \\t]+(.*)$`, 'm').exec(text)?.[1] ?? '').trim().split(/\s+/).map(Number)
  const sizes = numbers('SIZE')
  const counts = numbers('COUNT')
  const pointBytes = sizes.reduce((sum, size, index) => sum + size * (counts[index] || 1), 0)
  return { text, encoding, points: numbers('POINTS')[0] ?? 0, pointBytes }
}

/** The file with every nth point only. */
function thin(file: ArrayBuffer, { text, points, pointBytes }: Header, max: number): ArrayBuffer {
  const step = Math.ceil(points / max)
  const kept = Math.floor(points / step)
  const header = text
    .replace(/^POINTS .*$/m, `POINTS ${kept}`)
    .replace(/^WIDTH .*$/m, `WIDTH ${kept}`)
    .replace(/^HEIGHT .*$/m, 'HEIGHT 1')
  const head = new TextEncoder().encode(header)
  const all = new Uint8Array(file, text.length)
  const small = new Uint8Array(head.length + kept * pointBytes)
  small.set(head)
  for (let index = 0; index < kept; index += 1) {
    const from = index * step * pointBytes
    small.set(all.subarray(from, from + pointBytes), head.length + index * pointBytes)
  }
  return small.buffer
}

/** Removes points without a position: a depth camera writes NaN where it measured nothing. */
function keepFinite(
  positions: Float32Array = new Float32Array(),
  colours: Float32Array | undefined,
  intensities: Float32Array | undefined,
): Omit<Cloud, 'total'> {
  const kept: number[] = []
  for (let index = 0; index < positions.length / 3; index += 1) {
    const at = index * 3
    if (Number.isFinite((positions[at] ?? 0) + (positions[at + 1] ?? 0) + (positions[at + 2] ?? 0)))
      kept.push(index)
  }
  const triple = (values: Float32Array) => {
    const triples = new Float32Array(kept.length * 3)
    for (const [at, index] of kept.entries()) {
      triples.set(values.subarray(index * 3, index * 3 + 3), at * 3)
    }
    return triples
  }
  return {
    positions: triple(positions),
    colours: colours ? bytesOf(triple(colours)) : null,
    intensities: intensities ? Float32Array.from(kept, (index) => intensities[index] ?? 0) : null,
  }
}

/** The loader converts colours to linear light; a screen needs sRGB. */
function bytesOf(linear: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(linear.length)
  const colour = new Color()
  for (let at = 0; at < linear.length; at += 3) {
    colour.fromArray(linear, at).convertLinearToSRGB()
    bytes.set([colour.r * 255, colour.g * 255, colour.b * 255], at)
  }
  return bytes
}
