import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import pino from 'pino'
import sharp, { type Sharp } from 'sharp'
import { DERIVATIVE_WIDTHS, MIB } from '../../../domain/limits.ts'
import { JPEG_QUALITY, WEBP_QUALITY } from '../../../server/infrastructure/images/decode-request.ts'
import { ImagePool } from '../../../server/infrastructure/images/image-pool.ts'
import type { WorkOrder } from '../../../server/infrastructure/work-order.ts'
import { type Line, perSecond, reaching, times } from '../report.ts'

const run = promisify(execFile)

/** How often each photo is processed, so that a run takes some seconds. */
const ROUNDS = 2

const ORDER: WorkOrder = { requester: { id: 1, company_id: 1 }, priority: 'high' }

/** Photos per second of the server's own code; the references make the same three files with sharp alone and with vipsthumbnail. */
export async function measureDerivatives(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const paths = await writePhotos(folder, photos)
  const server = await deriveAll(folder, paths)
  let written = 0
  const newPath = () => join(folder, `reference_${written++}`)
  const independent = await photosPerRun(paths, (path) => resizeFromFile(path, newPath))
  const cascade = await photosPerRun(paths, (path) => resizeInSteps(path, newPath))
  const count = paths.length * ROUNDS
  const figure = perSecond(count, server, 'photos')
  const line = (reference: string, ms: number, ratio: string): Line => ({
    what: 'the server: one decode, three sizes',
    figure,
    reference: `${reference}: ${perSecond(count, ms, 'photos')}`,
    ratio,
  })
  return [
    line('sharp, three resizes from the file', independent, times(independent / server)),
    line('sharp alone, each size from the next larger one', cascade, reaching(cascade / server, 1)),
    ...((await hasVipsThumbnail())
      ? [await vipsLine()]
      : [{ what: 'vipsthumbnail', figure: 'is not installed (Debian: libvips-tools)' }]),
  ]

  async function vipsLine(): Promise<Line> {
    const vips = await photosPerRun(paths, (path) => resizeByVips(path, newPath))
    return line('vipsthumbnail, each size from the next larger one', vips, reaching(vips / server, 0.9))
  }
}

/** Writes each photo into a file of the folder. */
export function writePhotos(folder: string, photos: readonly Buffer[]): Promise<string[]> {
  return Promise.all(
    photos.map(async (photo, index) => {
      const path = join(folder, `derive_${index}.jpg`)
      await writeFile(path, photo)
      return path
    }),
  )
}

/** Milliseconds in which the workers of the server decode all photos some times. @param rounds how often */
export async function deriveAll(folder: string, paths: readonly string[], rounds = ROUNDS): Promise<number> {
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 30_000, memoryLimit: 1024 * MIB }, pino())
  const newPath = () => join(folder, crypto.randomUUID())
  try {
    // Each worker needs some time for its first photo.
    await Promise.all(paths.slice(0, availableParallelism()).map((path) => pool.decode(path, newPath, ORDER)))
    return await photosPerRun(paths, (path) => pool.decode(path, newPath, ORDER), rounds)
  } finally {
    pool.close()
  }
}

async function hasVipsThumbnail(): Promise<boolean> {
  return run('vipsthumbnail', ['--version']).then(
    () => true,
    () => false,
  )
}

/** Milliseconds for all photos, with as many in parallel as there are cores, like the server. */
async function photosPerRun(
  paths: readonly string[],
  work: (path: string) => Promise<unknown>,
  rounds = ROUNDS,
): Promise<number> {
  const limit = pLimit(availableParallelism())
  await work(paths[0] ?? '')
  const start = performance.now()
  await Promise.all(Array.from({ length: rounds }, () => paths.map((path) => limit(() => work(path)))).flat())
  return performance.now() - start
}

function resizeFromFile(path: string, newPath: () => string): Promise<unknown> {
  return Promise.all(
    DERIVATIVE_WIDTHS.map((width) =>
      writeSize(sharp(path, { failOn: 'warning' }).rotate().resize(width), width, newPath()),
    ),
  )
}

async function resizeInSteps(path: string, newPath: () => string): Promise<void> {
  let image = sharp(path, { failOn: 'warning' }).rotate()
  for (const width of DERIVATIVE_WIDTHS) {
    const { data, info } = await image.resize(width).raw().toBuffer({ resolveWithObject: true })
    const { channels } = info
    image = sharp(data, { raw: { width: info.width, height: info.height, channels } })
    await writeSize(image.clone(), width, newPath())
  }
}

function writeSize(image: Sharp, width: number, path: string): Promise<unknown> {
  const encoded =
    width === 320 ? image.webp({ quality: WEBP_QUALITY }) : image.jpeg({ quality: JPEG_QUALITY })
  return encoded.toFile(path)
}

/** One process for each size. sharp optimizes the coding of a JPEG, too. */
async function resizeByVips(path: string, newPath: () => string): Promise<void> {
  let larger = path
  for (const width of DERIVATIVE_WIDTHS) {
    const made = `${newPath()}.${width === 320 ? 'webp' : 'jpg'}`
    const options = width === 320 ? `[Q=${WEBP_QUALITY}]` : `[Q=${JPEG_QUALITY},optimize_coding]`
    // As many processes as cores run at once, so each has one thread.
    const env = { ...process.env, VIPS_CONCURRENCY: '1' }
    await run('vipsthumbnail', ['--size', `${width}x`, '--output', made + options, larger], { env })
    larger = made
  }
}
