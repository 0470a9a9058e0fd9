/** Images that cannot be decoded row by row are refused by their size before they take the memory. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { tiffFile } from '../../support/pictures/tiff-file.ts'

let pool: ImagePool
setUpFolder('file')
beforeAll(async () => {
  const limits = { maxPixels: 300_000_000, timeLimit: 30_000, memoryLimit: 1024 * MIB }
  pool = new ImagePool(limits, pino({ level: 'silent' }))
})
afterAll(() => pool.close())

const small = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })

/** Files whose headers say that they have so many columns and 10,000 rows; the rest of the file is that of a small image. */
const FILES: Record<string, (columns: number) => Promise<Buffer> | Buffer> = {
  async 'interlaced png'(columns) {
    const bytes = await small().png({ progressive: true, palette: false }).toBuffer()
    bytes.writeUInt32BE(columns, 16)
    bytes.writeUInt32BE(10_000, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
    return bytes
  },
  async 'progressive jpeg'(columns) {
    const bytes = await small().jpeg({ progressive: true }).toBuffer()
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
    bytes.writeUInt16BE(10_000, frame + 5)
    bytes.writeUInt16BE(columns, frame + 7)
    return bytes
  },
  tiff: (columns) => tiffHeader(columns, 10_000),
  'tiff of measured values': (columns) =>
    tiffFile({
      width: columns,
      height: 10_000,
      channels: 1,
      bits: 32,
      data: Buffer.alloc(8),
      photometric: 'black is zero',
      format: 'float',
    }),
}

/** @see https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf */
function tiffHeader(width: number, height: number): Buffer {
  const [short, long] = [3, 4]
  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, 8],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, 8],
    [277, short, 1, 3],
    [278, long, 1, height],
    [279, long, 1, 3 * width * height],
  ]
  const bytes = Buffer.alloc(14 + 2 + entries.length * 12 + 4)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(14, 4)
  // The bits of the three samples of a pixel.
  for (const at of [8, 10, 12]) bytes.writeUInt16LE(8, at)
  bytes.writeUInt16LE(entries.length, 14)
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
    const at = 16 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  return bytes
}

async function refusal(bytes: Buffer) {
  const path = join(dir, crypto.randomUUID())
  await writeFile(path, bytes)
  const error = await pool
    .decode(path, () => join(dir, crypto.randomUUID()), { requester: SERVER_ITSELF, priority: 'high' })
    .catch((thrown) => thrown)
  return [error.code, error.reason?.code]
}

// 400 MB: 3 bytes for each pixel of a PNG, 6 of a JPEG, 4.5 of a TIFF, if they have three channels; 11 for measured values.
it.each([
  ['interlaced png', 13_333],
  ['progressive jpeg', 6_666],
  ['tiff', 8_888],
  ['tiff of measured values', 3_636],
])('%s: at most %i columns of 10,000 rows', async (format, most) => {
  const file = FILES[format] as (typeof FILES)[string]
  expect(await refusal(await file(most + 1))).toEqual(['too_large', 'decoded_too_large'])
  // It is read, and found out to be damaged.
  expect(await refusal(await file(most))).toEqual(['unsupported_file', 'image_data'])
})
