import { spawnSync } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { MIB } from '../../../domain/limits.ts'
import { TILE_SIZE, tileLevels } from '../../../domain/pictures/panorama.ts'
import { ImagePool } from '../../../server/infrastructure/images/image-pool.ts'
import { SERVER_ITSELF } from '../../../server/infrastructure/work-order.ts'
import { type Line, times } from '../report.ts'
import { watchWorkers } from './watch-workers.ts'

/** The size of the panorama, in pixels. */
const WIDTH = 16_384
const HEIGHT = 8192

/** The limits: times the duration of `vips dzsave`, and the default of `IMAGE_MEMORY_MB`. */
const RATIO_MAX = 2
const MEMORY_MAX = 1024 * MIB

const ROUNDS = 3

/** Seconds, memory and bytes for the tiles of a large panorama; the reference is `vips dzsave` of the same file, if it is installed. */
export async function measureTiles(folder: string, photo: Buffer): Promise<Line[]> {
  const path = join(folder, 'panorama.jpg')
  await sharp(photo).resize(WIDTH, HEIGHT, { fit: 'fill' }).jpeg({ quality: 90 }).toFile(path)
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 120_000, memoryLimit: MEMORY_MAX }, pino())
  const archive = join(folder, 'tiles.zip')
  const reference = join(folder, 'reference')
  const hasVips = spawnSync('vips', ['--version']).status === 0
  const ours: number[] = []
  const theirs: number[] = []
  let memory = 0
  let bytes = 0
  // The two alternate, so that other work of the machine slows both down.
  for (let round = 0; round < ROUNDS; round += 1) {
    const watched = watchWorkers()
    ours.push(
      await duration(() => pool.makeTiles(path, archive, { requester: SERVER_ITSELF, priority: 'high' })),
    )
    memory = Math.max(memory, await watched.end())
    bytes = (await stat(archive)).size
    await rm(archive)
    if (hasVips) theirs.push(await duration(() => cutByVips(path, reference)))
    await rm(`${reference}_files`, { recursive: true, force: true })
  }
  pool.close()

  const [best, bestOfVips] = [Math.min(...ours), Math.min(...theirs)]
  const ratio = best / bestOfVips
  const count = tileLevels(WIDTH, HEIGHT).reduce((sum, { columns, rows }) => sum + columns * rows, 0)
  const original = (await stat(path)).size
  return [
    {
      what: `${count} tiles of ${WIDTH} × ${HEIGHT} pixels`,
      figure: `${(best / 1000).toFixed(2)} s`,
      reference: !hasVips
        ? 'vips dzsave is not installed'
        : `vips dzsave: ${(bestOfVips / 1000).toFixed(2)} s`,
      ...(hasVips && { ratio: `${times(ratio)} ${ratio <= RATIO_MAX ? 'PASS' : 'FAIL'}` }),
    },
    {
      what: 'peak memory of the worker',
      figure: `${(memory / MIB).toFixed(0)} MiB`,
      reference: `the whole picture in memory: ${((WIDTH * HEIGHT * 3) / MIB).toFixed(0)} MiB`,
      ratio: times(memory / (WIDTH * HEIGHT * 3)),
    },
    {
      what: 'size of all tiles',
      figure: `${(bytes / MIB).toFixed(1)} MiB`,
      reference: `the original: ${(original / MIB).toFixed(1)} MiB`,
      ratio: times(bytes / original),
    },
  ]
}

/** Milliseconds. */
async function duration(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Cuts the same tiles with the command of libvips. */
function cutByVips(path: string, target: string): void {
  const options = [
    '--tile-size',
    String(TILE_SIZE),
    '--overlap',
    '0',
    '--depth',
    'onetile',
    '--suffix',
    '.jpg[Q=82]',
  ]
  const { status, stderr } = spawnSync('vips', ['dzsave', `${path}[access=sequential]`, target, ...options])
  if (status !== 0) throw new Error(`vips dzsave failed: ${stderr}`)
}
