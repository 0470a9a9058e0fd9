import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import { newBatch, type PointBatch } from './cloud-source.ts'
import type { LasHeader } from './las-header.ts'
import { recordsOf } from './read-records.ts'

/** The offset of the intensity in a point of any format, in bytes. */
const INTENSITY_OFFSET = 12

export function newLasBatch({ colourOffset }: LasHeader): PointBatch {
  return newBatch({ colours: colourOffset !== undefined, intensities: true })
}

/** The points of an uncompressed LAS file. @throws CloudRefused */
export async function* readLas(file: FileHandle, header: LasHeader): AsyncGenerator<PointBatch> {
  const { points, recordBytes, start } = header
  const found = Math.floor(((await file.stat()).size - start) / recordBytes)
  if (found < points) throw new CloudRefused('cloud_ends_early', { points, found: Math.max(0, found) })
  const batch = newLasBatch(header)
  for await (const { view, count } of recordsOf(file, start, recordBytes, points)) {
    readLasRecords(view, 0, count, header, batch)
    yield batch
  }
}

/** Reads `count` records into the batch, the first at `start`. */
export function readLasRecords(
  view: DataView,
  start: number,
  count: number,
  { recordBytes, colourOffset, scale, offset }: LasHeader,
  batch: PointBatch,
): void {
  const [scaleX, scaleY, scaleZ] = scale
  const [offsetX, offsetY, offsetZ] = offset
  const { x, y, z, colours, intensities } = batch
  batch.count = count
  for (let index = 0, at = start; index < count; index += 1, at += recordBytes) {
    x[index] = view.getInt32(at, true) * scaleX + offsetX
    y[index] = view.getInt32(at + 4, true) * scaleY + offsetY
    z[index] = view.getInt32(at + 8, true) * scaleZ + offsetZ
    if (intensities) intensities[index] = view.getUint16(at + INTENSITY_OFFSET, true)
    if (!colours || colourOffset === undefined) continue
    const colour = at + colourOffset
    colours[index * 3] = view.getUint16(colour, true)
    colours[index * 3 + 1] = view.getUint16(colour + 2, true)
    colours[index * 3 + 2] = view.getUint16(colour + 4, true)
  }
}
