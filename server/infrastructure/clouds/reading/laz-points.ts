import type { FileHandle } from 'node:fs/promises'
import { createLazPerf, type LazPerf } from 'laz-perf'
import { CloudRefused } from './cloud-refused.ts'
import { BATCH_POINTS, type PointBatch } from './cloud-source.ts'
import type { LasHeader } from './las-header.ts'
import { newLasBatch, readLasRecords } from './las-points.ts'
import type { LazChunk } from './laz-chunks.ts'
import { readFully } from './read-records.ts'

/** The decoder may read some bytes past a damaged chunk. */
const SPARE_BYTES = 64
/** Memory for the records of a batch. */
const RECORDS_BYTES = 4 * 1024 * 1024

/** The formats that compress each field as a layer: nine of a point, one for colour, one for infrared. */
const LAYERED: Record<number, { pointBytes: number; layers: number }> = {
  6: { pointBytes: 30, layers: 9 },
  7: { pointBytes: 36, layers: 10 },
  8: { pointBytes: 38, layers: 11 },
}

/** One for the process: each instance of laz-perf adds listeners to it that stay. */
let instance: Promise<LazPerf> | undefined

/**
 * The points of a LAZ file, with one chunk in memory at a time.
 *
 * @param keep called with the decoded records of each batch
 * @throws CloudRefused
 */
export async function* readLaz(
  file: FileHandle,
  header: LasHeader,
  chunks: LazChunk[],
  keep?: (records: Uint8Array) => Promise<void>,
): AsyncGenerator<PointBatch> {
  const { recordBytes } = header
  instance ??= createLazPerf()
  const lazPerf = await instance
  const batch = newLasBatch(header)
  const largest = chunks.reduce((most, { size }) => Math.max(most, size), 0)
  const atOnce = Math.max(1, Math.min(BATCH_POINTS, Math.floor(RECORDS_BYTES / recordBytes)))
  let done = 0
  try {
    const compressed = lazPerf._malloc(largest + SPARE_BYTES)
    const records = lazPerf._malloc(atOnce * recordBytes)
    for (const chunk of chunks) {
      await loadChunk(lazPerf, file, chunk, compressed)
      const found = pointsInLayers(memoryOf(lazPerf), compressed, chunk, header)
      if (found < chunk.points)
        throw new CloudRefused('cloud_ends_early', { points: header.points, found: done + found })
      done += chunk.points
      for (const count of decodeChunk(lazPerf, chunk, header, { compressed, records, atOnce })) {
        await keep?.(lazPerf.HEAPU8.subarray(records, records + count * recordBytes))
        readLasRecords(memoryOf(lazPerf), records, count, header, batch)
        yield batch
      }
    }
    lazPerf._free(compressed)
    lazPerf._free(records)
  } catch (error) {
    // The decoder's memory is in an unknown state.
    instance = undefined
    throw error
  }
}

async function loadChunk(
  lazPerf: LazPerf,
  file: FileHandle,
  { start, size }: LazChunk,
  place: number,
): Promise<void> {
  const bytes = lazPerf.HEAPU8.subarray(place, place + size)
  if ((await readFully(file, bytes, start)).bytesRead < size) throw new CloudRefused('cloud_damaged')
  lazPerf.HEAPU8.fill(0, place + size, place + size + SPARE_BYTES)
}

/**
 * The point count of a chunk. Only newer formats store it, between the first point and the layer lengths; for others, only the header tells
 * how many points the last chunk has.
 *
 * @throws CloudRefused if the layers are longer than the chunk: the decoder would allocate for them and read past it
 * @see https://downloads.rapidlasso.de/doc/LAZ_Specification_1.4_R1.pdf section 3.2
 */
function pointsInLayers(
  memory: DataView,
  start: number,
  { size }: LazChunk,
  { format, recordBytes }: LasHeader,
): number {
  const { pointBytes, layers } = LAYERED[format] ?? {}
  if (pointBytes === undefined || layers === undefined) return Number.POSITIVE_INFINITY
  // Each of the extra bytes has a layer.
  const lengths = layers + recordBytes - pointBytes
  let end = recordBytes + 4 + lengths * 4
  if (end > size) throw new CloudRefused('cloud_damaged')
  const lengthsStart = start + recordBytes + 4
  for (let layer = 0; layer < lengths; layer += 1) end += memory.getUint32(lengthsStart + layer * 4, true)
  if (end > size) throw new CloudRefused('cloud_damaged')
  return memory.getUint32(start + recordBytes, true)
}

/** Decodes the points of a chunk in batches. @returns the size of each @throws CloudRefused */
function* decodeChunk(
  lazPerf: LazPerf,
  { points }: LazChunk,
  { format, recordBytes }: LasHeader,
  { compressed, records, atOnce }: { compressed: number; records: number; atOnce: number },
): Generator<number> {
  const decoder = new lazPerf.ChunkDecoder()
  refuseIfDamaged(() => decoder.open(format, recordBytes, compressed))
  for (let done = 0; done < points; ) {
    const count = Math.min(atOnce, points - done)
    refuseIfDamaged(() => {
      for (let index = 0; index < count; index += 1) decoder.getPoint(records + index * recordBytes)
    })
    yield count
    done += count
  }
  decoder.delete()
}

/** The decoder may have grown its memory, which detaches the old view. */
function memoryOf({ HEAPU8 }: LazPerf): DataView {
  return new DataView(HEAPU8.buffer, HEAPU8.byteOffset, HEAPU8.byteLength)
}

/** laz-perf throws numbers, and WebAssembly its own errors. @throws CloudRefused */
function refuseIfDamaged(decode: () => void): void {
  try {
    decode()
  } catch {
    throw new CloudRefused('cloud_damaged')
  }
}
