import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import { BATCH_POINTS, type PointBatch } from './cloud-source.ts'
import { readNumber } from './number-text.ts'
import { channelValue, newPcdBatch, type PcdColumns, putColour } from './pcd-columns.ts'
import type { PcdField, PcdHeader } from './pcd-header.ts'
import { readFully } from './read-records.ts'

const PIECE_BYTES = 1024 * 1024

/** The four bytes of a float, viewed as an integer. */
const float = new Float32Array(1)
const bitsOfFloat = new Uint32Array(float.buffer)

/** The points of the encoding `ascii`, one a line. Empty lines and comments are skipped. @throws CloudRefused */
export async function* readAsciiPcd(
  file: FileHandle,
  header: PcdHeader,
  columns: PcdColumns,
): AsyncGenerator<PointBatch> {
  const line = new AsciiLine(header, columns)
  const batch = newPcdBatch(columns)
  batch.count = 0
  let points = 0
  let lines = header.lines
  for await (const { bytes, ends } of linesOf(file, header.start)) {
    let start = 0
    for (const end of ends) {
      lines += 1
      const isPoint = line.split(bytes, start, end)
      start = end + 1
      if (!isPoint) continue
      if (!line.put(bytes, batch)) throw new CloudRefused('cloud_line', { line: lines })
      points += 1
      batch.count += 1
      if (batch.count < BATCH_POINTS && points < header.points) continue
      yield batch
      batch.count = 0
      if (points === header.points) return
    }
  }
  throw new CloudRefused('cloud_ends_early', { points: header.points, found: points })
}

/** Splits one line into its words. */
class AsciiLine {
  /** The first and the last position of each word. */
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #words: number
  readonly #columns: PcdColumns
  #found = 0

  constructor({ words }: PcdHeader, columns: PcdColumns) {
    this.#words = words
    this.#columns = columns
    this.#starts = new Int32Array(words)
    this.#ends = new Int32Array(words)
  }

  /** @returns false for an empty line or a comment */
  split(bytes: Buffer, start: number, end: number): boolean {
    this.#found = 0
    for (let at = start; at < end; ) {
      while (at < end && (bytes[at] as number) <= 32) at += 1
      if (at === end) break
      if (this.#found === 0 && bytes[at] === 35) return false
      const wordStart = at
      while (at < end && (bytes[at] as number) > 32) at += 1
      if (this.#found < this.#words) {
        this.#starts[this.#found] = wordStart
        this.#ends[this.#found] = at
      }
      this.#found += 1
    }
    return this.#found > 0
  }

  /** Appends the point to the batch. @returns false if words are missing, or one is no number */
  put(bytes: Buffer, batch: PointBatch): boolean {
    if (this.#found < this.#words) return false
    const { x, y, z, colour, channels, intensity } = this.#columns
    const at = batch.count
    const values = [this.#number(bytes, x), this.#number(bytes, y), this.#number(bytes, z)]
    if (values.includes(undefined)) return false
    ;[batch.x[at], batch.y[at], batch.z[at]] = values as [number, number, number]
    if (colour && batch.colours) {
      const value = this.#number(bytes, colour)
      if (value === undefined) return false
      putColour(colourBits(value, colour), colour.type, batch.colours, at)
    }
    for (const [index, channel] of channels.entries()) {
      const value = this.#number(bytes, channel)
      if (value === undefined) return false
      if (batch.colours) batch.colours[at * 3 + index] = channelValue(value, channel)
    }
    if (intensity && batch.intensities) {
      const value = this.#number(bytes, intensity)
      if (value === undefined) return false
      batch.intensities[at] = value
    }
    return true
  }

  #number(bytes: Buffer, { word }: PcdField): number | undefined {
    return readNumber(bytes, this.#starts[word] ?? 0, this.#ends[word] ?? 0)
  }
}

/** A colour of type F is the float with the colour's bits. */
function colourBits(value: number, { type }: PcdField): number {
  if (type !== 'F') return value >>> 0
  float[0] = value
  return bitsOfFloat[0] ?? 0
}

/** Reads complete lines in bulk. The last one may lack a line break. @throws CloudRefused if a line is very long */
async function* linesOf(file: FileHandle, start: number): AsyncGenerator<{ bytes: Buffer; ends: number[] }> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
  let kept = 0
  for (let at = start; ; ) {
    const { bytesRead } = await readFully(file, buffer.subarray(kept), at)
    at += bytesRead
    const length = kept + bytesRead
    const isLast = length < buffer.length
    const ends: number[] = []
    for (let end = buffer.indexOf(10); end !== -1 && end < length; end = buffer.indexOf(10, end + 1))
      ends.push(end)
    const rest = (ends.at(-1) ?? -1) + 1
    if (isLast && rest < length) ends.push(length)
    yield { bytes: buffer, ends }
    if (isLast) return
    if (ends.length === 0) throw new CloudRefused('cloud_damaged')
    buffer.copyWithin(0, rest, length)
    kept = length - rest
  }
}
