import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import { findLasRecord, type LasHeader } from './las-header.ts'
import { IntegerDecoder } from './laz-integers.ts'
import { readExactly, readFully } from './read-records.ts'

/** A unit of compression. */
export interface LazChunk {
  /** Bytes. */
  start: number
  size: number
  points: number
}

/** The compressors with chunks: of the formats 0 to 5, and of 6 to 10. */
const CHUNKED = [2, 3]
/** The marker of variable chunk sizes. */
const VARIABLE = 0xffffffff
const CHUNKS_MAX = 20_000_000
/** Maximum bytes of a chunk: laz-perf needs all of it in memory. */
const CHUNK_BYTES_MAX = 256 * 1024 * 1024
/** The formats supported by laz-perf. The others have waveforms. */
const READABLE_FORMATS = [0, 1, 2, 3, 6, 7, 8]
/** By item type: a point, the time, and so on. Older versions were written before 2010. */
const ITEM_VERSIONS_MIN = 2

/**
 * Reads where the chunks of a LAZ file are.
 *
 * @throws CloudRefused
 * @see https://downloads.rapidlasso.de/doc/LAZ_Specification_1.4_R1.pdf sections 2.3 and 2.5
 */
export async function readLazChunks(file: FileHandle, header: LasHeader): Promise<LazChunk[]> {
  const record = await findLasRecord(file, header, 'laszip encoded', 22204)
  if (!record || record.length < 34) throw new CloudRefused('cloud_header')
  if (
    !READABLE_FORMATS.includes(header.format) ||
    !CHUNKED.includes(record.readUInt16LE(0)) ||
    hasOldItems(record)
  )
    throw new CloudRefused('cloud_compression')
  const chunkPoints = record.readUInt32LE(12)

  const { size } = await file.stat()
  const first = header.start + 8
  let tableStart = Number((await readExactly(file, header.start, 8)).readBigInt64LE(0))
  // A writer that could not seek wrote the table's position at the end.
  if (tableStart === -1) tableStart = Number((await readExactly(file, size - 8, 8)).readBigInt64LE(0))
  const { points } = header
  if (tableStart + 8 > size) throw new CloudRefused('cloud_ends_early', { points, found: 0 })
  if (tableStart < first) throw new CloudRefused('cloud_damaged')
  const table = await readExactly(file, tableStart, 8)
  const count = table.readUInt32LE(4)
  if (table.readUInt32LE(0) !== 0 || count === 0 || count > Math.min(CHUNKS_MAX, points + 1))
    throw new CloudRefused('cloud_damaged')
  return decodeChunks(await readTable(file, tableStart + 8, count), count, {
    first,
    end: tableStart,
    points,
    chunkPoints,
  })
}

function hasOldItems(record: Buffer): boolean {
  const items = record.readUInt16LE(32)
  for (let at = 34; at + 6 <= Math.min(record.length, 34 + items * 6); at += 6) {
    if (record.readUInt16LE(at + 4) < ITEM_VERSIONS_MIN && record.readUInt16LE(at) !== 0) return true
  }
  return false
}

/** An entry takes at most 16 bytes. */
async function readTable(file: FileHandle, start: number, count: number): Promise<Buffer> {
  const { size } = await file.stat()
  const table = Buffer.alloc(Math.max(4, Math.min(size - start, 16 * count + 16)))
  await readFully(file, table, start)
  return table
}

/** @throws CloudRefused if the chunks lack points, or do not lie between `first` and `end` */
function decodeChunks(
  table: Buffer,
  count: number,
  { first, end, points, chunkPoints }: { first: number; end: number; points: number; chunkPoints: number },
): LazChunk[] {
  const decoder = new IntegerDecoder(table, 2)
  const chunks: LazChunk[] = []
  let [start, left, lastPoints, lastSize] = [first, points, 0, 0]
  for (let index = 0; index < count; index += 1) {
    if (chunkPoints === VARIABLE) lastPoints = decoder.decode(lastPoints, 0)
    lastSize = decoder.decode(lastSize, 1)
    const own = Math.min(left, chunkPoints === VARIABLE ? lastPoints : chunkPoints)
    if (lastSize === 0 || lastSize > CHUNK_BYTES_MAX || start + lastSize > end)
      throw new CloudRefused('cloud_damaged')
    // A writer of variable chunks may append an empty one.
    if (own > 0) chunks.push({ start, size: lastSize, points: own })
    start += lastSize
    left -= own
  }
  if (left > 0) throw new CloudRefused('cloud_ends_early', { points, found: points - left })
  return chunks
}
