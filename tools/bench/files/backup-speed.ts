import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Line, perSecond, times } from '../report.ts'
import { storePhotos } from './store-photos.ts'

const FILES = 100
const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** Backs up and verifies 100 photos with their derivatives; the reference is the GNU tools. */
export async function measureBackups(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const dataDir = join(folder, 'saved')
  await storePhotos(dataDir, photos, FILES)
  const target = join(folder, 'target')
  await mkdir(target)
  const { size, originals } = await sizesOf(dataDir)
  const sums = `find ${dataDir}/files -type f -exec sha256sum {} + > ${target}/sums`
  // All files are read once before, so that every measurement finds them in the page cache.
  await run('sh', ['-c', sums])

  const copyMs = await milliseconds(() =>
    run('sh', ['-c', `cp -r ${dataDir} ${target}/copy && sync -f ${target}/copy && ${sums}`]),
  )
  const backupMs = await milliseconds(() => command(dataDir, 'backup', join(target, 'backup')))
  const sumsMs = await milliseconds(() => run('sh', ['-c', sums]))
  const verifyMs = await milliseconds(() => command(dataDir, 'verify'))
  await rm(dataDir, { recursive: true })
  await rm(target, { recursive: true })
  return [
    {
      what: `backup of ${FILES} photos with their derivatives, ${size.toFixed(0)} MB`,
      figure: perSecond(size, backupMs, 'MB'),
      reference: `cp -r, sync and sha256sum of the photos: ${perSecond(size, copyMs, 'MB')}`,
      ratio: times(copyMs / backupMs),
    },
    {
      what: `verify, which hashes the photos, ${originals.toFixed(0)} MB`,
      figure: perSecond(originals, verifyMs, 'MB'),
      reference: `sha256sum: ${perSecond(originals, sumsMs, 'MB')}`,
      ratio: times(sumsMs / verifyMs),
    },
  ]
}

/** The megabytes of all files, and of the originals. */
async function sizesOf(dataDir: string): Promise<{ size: number; originals: number }> {
  const megabytes = async (folder: string) => {
    const { stdout } = await run('du', ['-s', '--bytes', folder])
    return Number.parseInt(stdout, 10) / 1e6
  }
  return { size: await megabytes(dataDir), originals: await megabytes(join(dataDir, 'files')) }
}

async function command(dataDir: string, name: 'backup' | 'verify', ...args: string[]): Promise<void> {
  await run(process.execPath, [`server/${name}-command.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
