import { crc32 } from 'node:zlib'

/** The bytes of the signature and of the header, which is the first chunk. */
const HEADER_END = 8 + 25

/** @see https://www.w3.org/TR/png-3/#5Chunk-layout */
export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  return Buffer.concat([long(content.length), body, long(crc32(body))])
}

/** The PNG with chunks before all others but the header. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)])
}

/** @param gamma of the encoding: 1 is linear, 0.45455 that of most pictures */
export function gammaChunk(gamma: number): Buffer {
  return pngChunk('gAMA', long(Math.round(gamma * 100_000)))
}

interface Primaries {
  white: readonly number[]
  red: readonly number[]
  green: readonly number[]
  blue: readonly number[]
}

export function primariesChunk({ white, red, green, blue }: Primaries): Buffer {
  const points = [white, red, green, blue].flat()
  return pngChunk('cHRM', Buffer.concat(points.map((part) => long(Math.round(part * 100_000)))))
}

/** Which colours the numbers are. @see ITU-T H.273 */
export function codeChunk(primaries: number, transfer: number, matrix = 0, range = 1): Buffer {
  return pngChunk('cICP', Buffer.from([primaries, transfer, matrix, range]))
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
