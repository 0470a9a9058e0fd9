import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'

/** What the bytes of an uploaded photo turned out to be. */
export type PhotoContent = { kind: 'image'; mediaType: string } | { kind: 'pointcloud'; mediaType: string }

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif', 'image/avif']
const POINT_CLOUD_TYPE = 'application/vnd.pcd'

/** Bytes that are enough to tell every type above, and to hold a PCD header. */
const SNIFF_BYTES = 16 * 1024

/**
 * Tells what a file is by its content, whatever its name says. An image is only promised to begin like one; the decode
 * that follows finds out the rest. A point cloud is checked down to the length of its data.
 *
 * @returns undefined when it is neither an image nor a point cloud.
 */
export async function sniffPhoto(path: string): Promise<PhotoContent | undefined> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)

  const type = await fileTypeFromBuffer(head)
  if (type && IMAGE_TYPES.includes(type.mime)) return { kind: 'image', mediaType: type.mime }
  return isPointCloud(head, size) ? { kind: 'pointcloud', mediaType: POINT_CLOUD_TYPE } : undefined
}

/**
 * True for a whole PCD file of version 0.5 to 0.7.
 *
 * @param head the file's first bytes
 * @param size of the whole file, in bytes
 * @see https://pointclouds.org/documentation/tutorials/pcd_file_format.html
 */
function isPointCloud(head: Buffer, size: number): boolean {
  const header = /^(?:#[^\n]*\n|[A-Z]+ [^\n]*\n)*?DATA (ascii|binary|binary_compressed)[ \t\r]*\n/.exec(
    head.toString('latin1'),
  )
  if (!header) return false
  const entry = (name: string) => new RegExp(`^${name} (.+?)\\s*$`, 'm').exec(header[0])?.[1]?.split(/\s+/)
  const fields = entry('FIELDS')
  const sizes = entry('SIZE')?.map(Number)
  const points = Number(entry('POINTS')?.[0])
  if (!fields || sizes?.length !== fields.length || !Number.isSafeInteger(points) || points < 0) return false

  const counts = entry('COUNT')?.map(Number) ?? sizes.map(() => 1)
  const pointBytes = sizes.reduce((sum, bytes, index) => sum + bytes * (counts[index] ?? 1), 0)
  const dataBytes = size - header[0].length
  if (header[1] === 'ascii') return dataBytes >= points * 2 - 1
  if (header[1] === 'binary') return dataBytes >= points * pointBytes
  const lengthsAt = header[0].length
  if (head.length < lengthsAt + 8) return false
  return (
    dataBytes >= 8 + head.readUInt32LE(lengthsAt) && head.readUInt32LE(lengthsAt + 4) === points * pointBytes
  )
}
