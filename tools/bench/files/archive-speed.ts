import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ARCHIVES_PER_USER } from '../../../domain/limits.ts'
import type { Photo } from '../../../domain/photo.ts'
import type { PhotoArchive } from '../../../domain/photo-archive.ts'
import { ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { figureOf, isWithinLimits, measureDelays } from '../images/hostile-images.ts'
import { memoryLines, watchMemory } from '../memory.ts'
import { type Line, perSecond, times } from '../report.ts'
import { storePhotos } from './store-photos.ts'

const FILES = 100
/** The memory that a download may add to the idle server, in MiB. V8 frees the pieces of files that were sent after about 64 MiB. */
const MEMORY_LIMIT_MIB = 96
const run = promisify(execFile)

/** Downloads 100 photos as one ZIP; the reference is `zip -0` of the same files. */
export async function measureArchives(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const dataDir = join(folder, 'archived')
  const turbine = await storePhotos(dataDir, photos, FILES)
  // It reads all files, so that every measurement finds them in the page cache.
  await zipFiles(dataDir)
  const zipMs = await zipFiles(dataDir)

  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const address = `${server.origin}/api/turbines/${turbine}/photos`
  const listed = (await (await fetch(address, { headers })).json()) as { data: Photo[] }
  const body = JSON.stringify({ ids: listed.data.map(({ id }) => id) })
  const download = async () => {
    const json = { ...headers, 'Content-Type': 'application/json' }
    const ordered = await fetch(`${address}/archives`, { method: 'POST', headers: json, body })
    const { data } = (await ordered.json()) as { data: PhotoArchive }
    return receive(server.origin + data.url, headers)
  }
  // The first download also compiles the code.
  const { bytes } = await download()
  await wait(1000)
  const memory = watchMemory(server.pid)
  const { ms } = await download()
  const growth = memory.end()
  const delays = await measureDelays(server.origin, async () => {
    const all = await Promise.all(Array.from({ length: ARCHIVES_PER_USER }, download))
    return all[0]?.status ?? 0
  })
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })

  const size = bytes / 1e6
  return [
    {
      what: `${FILES} photos, ${size.toFixed(0)} MB, with the SHA-256 of each checked`,
      figure: perSecond(size, ms, 'MB'),
      ...(zipMs === undefined
        ? { reference: 'zip is not installed' }
        : { reference: `zip -0: ${perSecond(size, zipMs, 'MB')}`, ratio: times(zipMs / ms) }),
    },
    ...memoryLines('memory during the download', growth, MEMORY_LIMIT_MIB),
    {
      what: `answers during ${ARCHIVES_PER_USER} downloads at once`,
      figure: figureOf(delays),
      ratio: isWithinLimits(delays) ? 'PASS' : 'FAIL',
    },
  ]
}

/** Downloads and discards. */
async function receive(url: string, headers: { Authorization: string }) {
  const start = performance.now()
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  let bytes = 0
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length
  })
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, bytes, ms: performance.now() - start }
}

/** @returns the time for the originals in milliseconds; undefined if there is no `zip` on this machine */
async function zipFiles(dataDir: string): Promise<number | undefined> {
  const start = performance.now()
  const made = await run('sh', ['-c', `find ${dataDir}/files -type f | zip -0qj -@ - > /dev/null`]).then(
    () => true,
    ({ code }: { code?: number }) => {
      if (code !== 127) throw new Error(`zip failed with ${code}`)
      return false
    },
  )
  return made ? performance.now() - start : undefined
}
