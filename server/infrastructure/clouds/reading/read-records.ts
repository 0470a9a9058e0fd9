import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import { BATCH_POINTS } from './cloud-source.ts'

/** Read size, in bytes. */
const PIECE_BYTES = 2 * 1024 * 1024

/** Reads exactly `length` bytes. @throws CloudRefused at the end of the file */
export async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await readFully(file, buffer, start)
  if (bytesRead < length) throw new CloudRefused('cloud_damaged')
  return buffer
}

/** Fills the buffer, up to the end of the file. */
export async function readFully(
  file: FileHandle,
  buffer: Uint8Array,
  start: number,
): Promise<{ bytesRead: number }> {
  let read = 0
  while (read < buffer.length) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, start + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return { bytesRead: read }
}

/**
 * Reads fixed-length records in batches. The view is reused.
 *
 * @param start of the first record, in bytes
 */
export async function* recordsOf(
  file: FileHandle,
  start: number,
  recordBytes: number,
  records: number,
): AsyncGenerator<{ view: DataView; count: number }> {
  const atOnce = Math.max(1, Math.min(BATCH_POINTS, Math.floor(PIECE_BYTES / recordBytes)))
  const buffer = Buffer.allocUnsafeSlow(atOnce * recordBytes)
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  for (let done = 0; done < records; ) {
    const count = Math.min(atOnce, records - done)
    const piece = buffer.subarray(0, count * recordBytes)
    const { bytesRead } = await readFully(file, piece, start + done * recordBytes)
    if (bytesRead < piece.length) throw new CloudRefused('cloud_damaged')
    yield { view, count }
    done += count
  }
}
