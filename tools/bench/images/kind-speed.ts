import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pino from 'pino'
import sharp, { type Sharp } from 'sharp'
import { MIB } from '../../../domain/limits.ts'
import { ImagePool } from '../../../server/infrastructure/images/image-pool.ts'
import type { WorkOrder } from '../../../server/infrastructure/work-order.ts'
import { type Line, times } from '../report.ts'
import { watchWorkers } from './watch-workers.ts'

const ORDER: WorkOrder = { requester: { id: 1, company_id: 1 }, priority: 'high' }

const ROUNDS = 3

/** The sides of photos of 12 and of 48 megapixels, as phones take them. */
const PHONES = [
  [4032, 3024],
  [8064, 6048],
] as const

/** Seconds and memory for photos of other kinds than JPEG without a profile; the reference is the same photo as such a JPEG. */
export async function measureKinds(folder: string, photo: Buffer): Promise<Line[]> {
  const plain = await write(folder, 'plain.jpg', sharp(photo).jpeg({ quality: 90 }))
  const kinds = {
    'JPEG with a profile': await write(
      folder,
      'p3.jpg',
      sharp(photo).withIccProfile('p3').jpeg({ quality: 90 }),
    ),
    PNG: await write(folder, 'plain.png', sharp(photo).png({ compressionLevel: 3 })),
    'PNG of 16 bits with a profile': await write(
      folder,
      'p3.png',
      sharp(photo).toColourspace('rgb16').withIccProfile('p3').png({ compressionLevel: 3 }),
    ),
  }
  const lines: Line[] = []
  for (const [kind, path] of Object.entries(kinds))
    lines.push(await measure(folder, `${kind}, 24 megapixels`, path, plain))
  for (const [width, height] of PHONES) lines.push(await measureHeic(folder, photo, width, height))
  return lines
}

async function measureHeic(folder: string, photo: Buffer, width: number, height: number): Promise<Line> {
  const what = `HEIC, ${Math.round((width * height) / 1e6)} megapixels`
  const image = sharp(photo).resize(width, height, { fit: 'fill' })
  const jpeg = await write(folder, `${width}.jpg`, image.clone().jpeg({ quality: 90 }))
  const heic = join(folder, `${width}.heic`)
  const { status } = spawnSync('heif-enc', ['-q', '60', '-p', 'preset=ultrafast', jpeg, '-o', heic])
  if (status !== 0) return { what, figure: 'heif-enc is not installed (Debian: libheif-examples)' }
  return measure(folder, what, heic, jpeg)
}

async function write(folder: string, name: string, image: Sharp): Promise<string> {
  const path = join(folder, name)
  await image.toFile(path)
  return path
}

/** The two alternate, so that other work of the machine slows both down. */
async function measure(folder: string, what: string, path: string, reference: string): Promise<Line> {
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 120_000, memoryLimit: 1024 * MIB }, pino())
  const newPath = () => join(folder, crypto.randomUUID())
  const seconds = async (file: string) => {
    const begin = performance.now()
    await pool.decode(file, newPath, ORDER)
    return (performance.now() - begin) / 1000
  }
  let [ours, theirs, memory] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  try {
    // The worker starts.
    await seconds(reference)
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs = Math.min(theirs, await seconds(reference))
      const watched = watchWorkers()
      ours = Math.min(ours, await seconds(path))
      memory = Math.max(memory, await watched.end())
    }
  } finally {
    pool.close()
  }
  return {
    what,
    figure: `${ours.toFixed(2)} s, ${(memory / MIB).toFixed(0)} MiB`,
    reference: `as JPEG without a profile: ${theirs.toFixed(2)} s`,
    ratio: times(ours / theirs),
  }
}
