import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import { BATCH_POINTS, type PointBatch } from './cloud-source.ts'
import { LZF_STEP_WRITES_MAX, type LzfPlace, LzfStream } from './lzf-stream.ts'
import { newPcdBatch, type PcdColumns, readChannel, readColours, readColumn } from './pcd-columns.ts'
import type { PcdField, PcdHeader } from './pcd-header.ts'
import { readExactly } from './read-records.ts'

/** The data begin with their compressed and decoded lengths, 32 bits each. */
const LENGTHS_BYTES = 8
/** Maximum bytes decoded of one column at once. */
const PIECE_BYTES = 128 * 1024

/** The start of the used columns, found once by decoding everything. */
export type ColumnPlaces = Map<PcdField, LzfPlace>

/**
 * Decodes the compressed points of a PCD file once. The values are stored field by field.
 *
 * @throws CloudRefused
 */
export async function findColumnPlaces(
  file: FileHandle,
  { start, points, recordBytes }: PcdHeader,
  columns: PcdColumns,
): Promise<ColumnPlaces> {
  const { size } = await file.stat()
  const total = points * recordBytes
  if (size < start + LENGTHS_BYTES) throw new CloudRefused('cloud_ends_early', { points, found: 0 })
  const lengths = await readExactly(file, start, LENGTHS_BYTES)
  const end = start + LENGTHS_BYTES + lengths.readUInt32LE(0)
  const decodedBytes = lengths.readUInt32LE(4)
  if (decodedBytes !== total) {
    const found = Math.floor(decodedBytes / recordBytes)
    throw found < points
      ? new CloudRefused('cloud_ends_early', { points, found })
      : new CloudRefused('cloud_damaged')
  }
  if (size < end) throw new CloudRefused('cloud_damaged')

  const stream = new LzfStream(file, end, {
    input: start + LENGTHS_BYTES,
    output: 0,
    window: Buffer.alloc(0),
  })
  const places: ColumnPlaces = new Map()
  for (const field of used(columns).sort((a, b) => a.offset - b.offset)) {
    // A decoder step may cross the start of the column.
    await stream.skipTo(Math.max(0, field.offset * points - LZF_STEP_WRITES_MAX))
    places.set(field, stream.place)
  }
  await stream.skipTo(total)
  if (stream.decoded !== total || !stream.isAtEnd) throw new CloudRefused('cloud_damaged')
  return places
}

function used({ x, y, z, colour, channels, intensity }: PcdColumns): PcdField[] {
  return [x, y, z, colour, ...channels, intensity].filter((field) => field !== undefined)
}

/** The points of the encoding `binary_compressed`, with a decoder per column. @throws CloudRefused */
export async function* readCompressedPcd(
  file: FileHandle,
  { start, points }: PcdHeader,
  columns: PcdColumns,
  places: ColumnPlaces,
): AsyncGenerator<PointBatch> {
  const end = start + LENGTHS_BYTES + (await readExactly(file, start, LENGTHS_BYTES)).readUInt32LE(0)
  const streams = new Map<PcdField, LzfStream>()
  for (const [field, place] of places) {
    const stream = new LzfStream(file, end, place)
    await stream.skipTo(field.offset * points)
    streams.set(field, stream)
  }
  const widest = Math.max(...used(columns).map(({ size, count }) => size * count))
  const atOnce = Math.max(1, Math.min(BATCH_POINTS, Math.floor(PIECE_BYTES / widest)))
  const batch = newPcdBatch(columns)
  async function take(field: PcdField, count: number) {
    const stride = field.size * field.count
    const bytes = await streams.get(field)?.take(count * stride)
    if (!bytes) throw new CloudRefused('cloud_damaged')
    return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), stride }
  }
  for (let done = 0; done < points; done += batch.count) {
    const count = Math.min(atOnce, points - done)
    batch.count = count
    for (const axis of ['x', 'y', 'z'] as const) {
      const { view, stride } = await take(columns[axis], count)
      readColumn(view, columns[axis], 0, stride, count, batch[axis])
    }
    const { colour, channels, intensity } = columns
    if (colour && batch.colours) {
      const { view, stride } = await take(colour, count)
      readColours(view, colour, 0, stride, count, batch.colours)
    }
    for (const [channel, field] of channels.entries()) {
      const { view, stride } = await take(field, count)
      if (batch.colours) readChannel(view, field, { offset: 0, stride, count, channel }, batch.colours)
    }
    if (intensity && batch.intensities) {
      const { view, stride } = await take(intensity, count)
      readColumn(view, intensity, 0, stride, count, batch.intensities)
    }
    yield batch
  }
}
