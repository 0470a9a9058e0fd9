import { randomFillSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { MIB } from '../../../domain/limits.ts'

/** Pixels of a 24-megapixel camera. */
const WIDTH = 6000
const HEIGHT = 4000
/** The accepted deviation from the wanted size, as a share of it. */
const TOLERANCE = 0.03

/** Different JPEG files of about 8 MB and 6000 × 4000 pixels: shapes with the noise of a camera. */
export async function cameraPhotos(count: number, bytes = 8_000_000): Promise<Buffer[]> {
  const pixels = await noisyPixels()
  let quality = 92
  for (let tries = 0; tries < 6; tries++) {
    const size = (await encode(pixels, quality)).length
    if (Math.abs(size / bytes - 1) <= TOLERANCE) break
    quality = Math.min(98, Math.max(20, Math.round(quality * (bytes / size) ** 0.35)))
  }
  const photos: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const cut = Math.floor((index * HEIGHT) / count) * WIDTH * 3
    photos.push(await encode(Buffer.concat([pixels.subarray(cut), pixels.subarray(0, cut)]), quality))
  }
  return photos
}

function encode(pixels: Buffer, quality: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}

async function noisyPixels(): Promise<Buffer> {
  const shapes = await sharp({ create: noise(WIDTH / 50, HEIGHT / 50, 110, 45) })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const grain = await sharp({ create: noise(WIDTH, HEIGHT, 128, 22) })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(shapes)
    .composite([{ input: grain, blend: 'overlay' }])
    .removeAlpha()
    .raw()
    .toBuffer()
}

function noise(width: number, height: number, mean: number, sigma: number) {
  return { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean, sigma } } as const
}

/** A little less than the largest file that the server accepts. */
const LARGE_BYTES = 199 * MIB

/** A PNG of random noise, so that a decoder must decode every byte. */
export async function writeLargePng(path: string): Promise<void> {
  const side = Math.floor(Math.sqrt(LARGE_BYTES / 3))
  await sharp({ create: noise(side, side, 128, 60) })
    .png({ compressionLevel: 0 })
    .toFile(path)
}

/** A JPEG of random noise at the highest quality. */
export async function writeLargeJpeg(path: string): Promise<void> {
  const options = { quality: 100, chromaSubsampling: '4:4:4' }
  const probe = await sharp({ create: noise(1000, 1000, 128, 60) })
    .jpeg(options)
    .toBuffer()
  const side = Math.floor(Math.sqrt((LARGE_BYTES * 1e6) / probe.length))
  await sharp({ create: noise(side, side, 128, 60) })
    .jpeg(options)
    .toFile(path)
}

/** A binary point cloud of three floats a point. */
export async function writePointCloud(path: string, bytes = LARGE_BYTES): Promise<void> {
  await using file = await open(path, 'w')
  const points = Math.floor(bytes / 12)
  await file.write(pointCloudHeader(points))
  const chunk = Buffer.alloc(MIB * 12)
  for (let left = points * 12; left > 0; left -= chunk.length) {
    await file.write(randomFillSync(chunk), 0, Math.min(left, chunk.length))
  }
}

export function pointCloudHeader(points: number): string {
  return `VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${points}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${points}\nDATA binary\n`
}
