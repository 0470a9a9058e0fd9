import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isCompletePcd } from '#server/features/photos/point-cloud.ts'
import { temporaryFolder } from '../../support/test-app.ts'

let dir: string
beforeAll(async () => {
  dir = await temporaryFolder()
})
afterAll(() => rm(dir, { recursive: true }))

/** Three points of two fields, 4 and 2 bytes each, of which the second one has two values. */
function cloud(data: string, points: Uint8Array | string, changes: Record<string, string> = {}): Buffer {
  const entries = {
    VERSION: '0.7',
    FIELDS: 'x y',
    SIZE: '4 2',
    TYPE: 'F U',
    COUNT: '1 2',
    POINTS: '3',
    ...changes,
  }
  const header = Object.entries(entries).map(([name, value]) => `${name} ${value}\n`)
  return Buffer.concat([Buffer.from(`# .PCD v0.7\n${header.join('')}DATA ${data}\n`), Buffer.from(points)])
}

const POINT_BYTES = 3 * (4 + 2 * 2)

/** Compressed points: their length, their length when they are uncompressed, and the bytes. */
function compressed(length: number, uncompressed: number, bytes = length): Buffer {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(length, 0)
  sizes.writeUInt32LE(uncompressed, 4)
  return Buffer.concat([sizes, Buffer.alloc(bytes)])
}

async function isComplete(bytes: Buffer): Promise<boolean> {
  const path = join(dir, crypto.randomUUID())
  await writeFile(path, bytes)
  return isCompletePcd(path)
}

describe('a point cloud is complete', () => {
  it.each<[name: string, bytes: Buffer]>([
    ['with a line for each point', cloud('ascii', '1 2 3\n4 5 6\n7 8 9\n')],
    ['without a line break at its end', cloud('ascii', '1 2 3\n4 5 6\n7 8 9')],
    ['with the bytes of each point', cloud('binary', new Uint8Array(POINT_BYTES))],
    ['with compressed points', cloud('binary_compressed', compressed(10, POINT_BYTES))],
    ['with bytes after its points', cloud('binary', new Uint8Array(POINT_BYTES + 1))],
    ['with bytes after its compressed points', cloud('binary_compressed', compressed(10, POINT_BYTES, 11))],
  ])('%s', async (_, bytes) => {
    expect(await isComplete(bytes)).toBe(true)
  })
})

describe('a point cloud is refused', () => {
  it.each<[name: string, bytes: Buffer]>([
    ['without one of its lines', cloud('ascii', '1 2 3\n4 5 6\n')],
    ['without its last byte', cloud('binary', new Uint8Array(POINT_BYTES - 1))],
    [
      'without the last byte of its compressed points',
      cloud('binary_compressed', compressed(10, POINT_BYTES, 9)),
    ],
    ['with fewer compressed points', cloud('binary_compressed', compressed(10, POINT_BYTES - 1))],
    ['with more compressed points', cloud('binary_compressed', compressed(10, POINT_BYTES + 1))],
    ['with 7 bytes of the lengths of its compressed points', cloud('binary_compressed', new Uint8Array(7))],
    ['with 3 bytes of the lengths of its compressed points', cloud('binary_compressed', new Uint8Array(3))],
    ['without points', cloud('binary', new Uint8Array(POINT_BYTES), { POINTS: '0' })],
    ['with a size less than it has fields', cloud('binary', new Uint8Array(POINT_BYTES), { SIZE: '4' })],
    ['with a count less than it has fields', cloud('binary', new Uint8Array(POINT_BYTES), { COUNT: '1' })],
    ['with a size that is no number', cloud('binary', new Uint8Array(POINT_BYTES), { SIZE: '4 x' })],
    ['with another kind of data', cloud('text', '1 2 3\n4 5 6\n7 8 9\n')],
  ])('%s', async (_, bytes) => {
    expect(await isComplete(bytes)).toBe(false)
  })
})
