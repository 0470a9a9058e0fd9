import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { FileMediaType } from '#domain/file-types.ts'

/** What the bytes of an uploaded photo turned out to be. */
export interface PhotoContent {
  kind: 'image' | 'pointcloud'
  mediaType: FileMediaType
}

const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/gif',
  'image/avif',
] as const satisfies FileMediaType[]
const POINT_CLOUD_TYPE = 'application/vnd.pcd' satisfies FileMediaType

/** More than any PCD header has, in bytes. */
const HEADER_BYTES_MAX = 16 * 1024

/**
 * Tells what a file is by its content, whatever its name says. An image is only promised to begin like one; the decode
 * that follows finds out the rest. A point cloud is checked down to the length of its data.
 *
 * @returns undefined when it is neither an image nor a point cloud.
 */
export async function sniffPhoto(path: string): Promise<PhotoContent | undefined> {
  const type = await fileTypeFromFile(path)
  const image = IMAGE_TYPES.find((known) => known === type?.mime)
  if (image) return { kind: 'image', mediaType: image }

  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES_MAX), 0, HEADER_BYTES_MAX, 0)
  const head = buffer.subarray(0, bytesRead)
  return (await isPointCloud(path, head, size))
    ? { kind: 'pointcloud', mediaType: POINT_CLOUD_TYPE }
    : undefined
}

/**
 * True for a whole PCD file of version 0.5 to 0.7: its header is complete and all of its points are there.
 *
 * @param head the file's first bytes
 * @param size of the whole file, in bytes
 * @see https://pointclouds.org/documentation/tutorials/pcd_file_format.html
 */
async function isPointCloud(path: string, head: Buffer, size: number): Promise<boolean> {
  const header = /^(?:#[^\n]*\n|[A-Z]+ [^\n]*\n)*?DATA (ascii|binary|binary_compressed)[ \t\r]*\n/.exec(
    head.toString('latin1'),
  )
  if (!header) return false
  const entries = new Map(header[0].split('\n').map((line) => splitEntry(line)))
  const fields = entries.get('FIELDS') ?? []
  const sizes = (entries.get('SIZE') ?? []).map(Number)
  const counts = (entries.get('COUNT') ?? fields.map(() => '1')).map(Number)
  const points = Number(entries.get('POINTS')?.[0])
  const isWhole = (value: number) => Number.isSafeInteger(value) && value > 0
  if (fields.length === 0 || sizes.length !== fields.length || counts.length !== fields.length) return false
  if (![points, ...sizes, ...counts].every(isWhole)) return false

  const start = header[0].length
  if (header[1] === 'ascii') return (await countLines(path, start)) >= points
  const pointBytes = sizes.reduce((sum, bytes, index) => sum + bytes * (counts[index] ?? 1), 0)
  if (header[1] === 'binary') return size - start >= points * pointBytes
  // Compressed data stands behind its own length and the length it unpacks to, 32 bits each.
  if (head.length < start + 8) return false
  return size - start >= 8 + head.readUInt32LE(start) && head.readUInt32LE(start + 4) === points * pointBytes
}

function splitEntry(line: string): [name: string, values: string[]] {
  const [name = '', ...values] = line.split(/[ \t\r]/).filter(Boolean)
  return [name, values]
}

/** Lines of the file from byte `start` on, the last one with or without its end. */
async function countLines(path: string, start: number): Promise<number> {
  let lines = 0
  let last = 10
  for await (const chunk of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) lines += 1
    last = chunk.at(-1) ?? last
  }
  return last === 10 ? lines : lines + 1
}
