import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import pino from 'pino'
import sharp, { type Sharp } from 'sharp'
import { DERIVATIVE_WIDTHS, MIB } from '#domain/limits.ts'
import { ImagePool } from '#server/images/image-pool.ts'
import { type Line, perSecond, times } from './report.ts'

/** How often each photo is processed, so that a run takes some seconds. */
const ROUNDS = 2

/** Photos per second of the server's own code; the reference is sharp alone with the same three sizes. */
export async function measureDerivatives(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const paths = await Promise.all(
    photos.map(async (photo, index) => {
      const path = join(folder, `derive_${index}.jpg`)
      await writeFile(path, photo)
      return path
    }),
  )
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 30_000, memoryLimit: 1024 * MIB }, pino())
  let written = 0
  const server = await photosPerRun(paths, (path) =>
    pool.decode(path, () => join(folder, `derivative_${written++}`)),
  )
  pool.close()
  const independent = await photosPerRun(paths, resizeFromFile)
  const cascade = await photosPerRun(paths, resizeInSteps)
  const count = paths.length * ROUNDS
  const figure = perSecond(count, server, 'photos')
  return [
    {
      what: 'the server: one decode, three sizes',
      figure,
      reference: `sharp, three resizes from the file: ${perSecond(count, independent, 'photos')}`,
      ratio: times(independent / server),
    },
    {
      what: '',
      figure,
      reference: `sharp alone, each size from the next larger one: ${perSecond(count, cascade, 'photos')}`,
      ratio: times(cascade / server),
    },
  ]
}

/** Milliseconds for all photos, with as many in parallel as there are cores, like the server. */
async function photosPerRun(
  paths: readonly string[],
  work: (path: string) => Promise<unknown>,
): Promise<number> {
  const limit = pLimit(availableParallelism())
  await work(paths[0] ?? '')
  const start = performance.now()
  await Promise.all(Array.from({ length: ROUNDS }, () => paths.map((path) => limit(() => work(path)))).flat())
  return performance.now() - start
}

function resizeFromFile(path: string): Promise<unknown> {
  return Promise.all(
    DERIVATIVE_WIDTHS.map((width) =>
      encode(sharp(path, { failOn: 'warning' }).rotate().resize(width), width),
    ),
  )
}

async function resizeInSteps(path: string): Promise<void> {
  let image = sharp(path, { failOn: 'warning' }).rotate()
  for (const width of DERIVATIVE_WIDTHS) {
    const { data, info } = await image.resize(width).raw().toBuffer({ resolveWithObject: true })
    const { channels } = info
    image = sharp(data, { raw: { width: info.width, height: info.height, channels } })
    await encode(image.clone(), width)
  }
}

function encode(image: Sharp, width: number): Promise<Buffer> {
  return width === 320 ? image.webp({ quality: 76 }).toBuffer() : image.jpeg({ quality: 82 }).toBuffer()
}
