import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import type { PointBatch } from './cloud-source.ts'
import { newPcdBatch, type PcdColumns, readChannel, readColours, readColumn } from './pcd-columns.ts'
import type { PcdHeader } from './pcd-header.ts'
import { recordsOf } from './read-records.ts'

/** The points of the encoding `binary`, one after the other. @throws CloudRefused */
export async function* readBinaryPcd(
  file: FileHandle,
  { start, points, recordBytes }: PcdHeader,
  columns: PcdColumns,
): AsyncGenerator<PointBatch> {
  const found = Math.floor(((await file.stat()).size - start) / recordBytes)
  if (found < points) throw new CloudRefused('cloud_ends_early', { points, found: Math.max(0, found) })
  const batch = newPcdBatch(columns)
  for await (const { view, count } of recordsOf(file, start, recordBytes, points)) {
    batch.count = count
    for (const axis of ['x', 'y', 'z'] as const) {
      readColumn(view, columns[axis], columns[axis].offset, recordBytes, count, batch[axis])
    }
    const { colour, channels, intensity } = columns
    const { colours } = batch
    if (colour && colours) readColours(view, colour, colour.offset, recordBytes, count, colours)
    for (const [channel, field] of channels.entries()) {
      const place = { offset: field.offset, stride: recordBytes, count, channel }
      if (colours) readChannel(view, field, place, colours)
    }
    if (intensity && batch.intensities)
      readColumn(view, intensity, intensity.offset, recordBytes, count, batch.intensities)
    yield batch
  }
}
