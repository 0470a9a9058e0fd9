import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { addTurbine, ServerProcess, signInAtProcess } from '../tests/server-process.ts'
import { postPhotos, type Target } from './post-photos.ts'
import { type Line, perSecond, times } from './report.ts'
import { pointCloudHeader } from './sample-files.ts'

const FILES = 200
/** Files in one request, as many as the panel would send were it in a hurry. */
const FILES_PER_REQUEST = 10

/** Uploads 200 files over HTTP to a server of its own, beside a plain copy of the same bytes. */
export async function measureUploads(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const clouds = photos.map(asPointCloud)
  const total = sum(photos)
  const copyMs = await copyPlainly(join(folder, 'copy'), photos)
  const oneMs = await uploadAll(join(folder, 'one'), photos, 1)
  const twoMs = await uploadAll(join(folder, 'two'), photos, 2)
  const cloudMs = await uploadAll(join(folder, 'clouds'), clouds, 1)
  const reference = `copy with SHA-256 and fsync a file: ${perSecond(total / 1e6, copyMs, 'MB')}`
  const line = (what: string, ms: number): Line => ({
    what,
    figure: perSecond(total / 1e6, ms, 'MB'),
    reference,
    ratio: times(copyMs / ms),
  })
  return [
    line(
      `${FILES} photos of ${(total / FILES / 1e6).toFixed(1)} MB, one connection, decoded and derived`,
      oneMs,
    ),
    line('the same over two connections', twoMs),
    line('the same bytes as point clouds: nothing to decode', cloudMs),
  ]
}

async function uploadAll(dataDir: string, contents: readonly Buffer[], connections: number): Promise<number> {
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const target: Target = { origin: server.origin, turbine, headers, agent }
  let next = 0
  const send = async () => {
    while (next < FILES) {
      const first = next
      next += FILES_PER_REQUEST
      const batch = Array.from({ length: Math.min(FILES_PER_REQUEST, FILES - first) }, (_, index) => ({
        name: `photo_${first + index}.bin`,
        content: contents[(first + index) % contents.length] as Buffer,
      }))
      await postPhotos(target, batch)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, send))
  const ms = performance.now() - start
  agent.destroy()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
  return ms
}

/** What a disk makes of it: write, hash, fsync, one file after the other, and one fsync of the folder. */
async function copyPlainly(folder: string, contents: readonly Buffer[]): Promise<number> {
  await mkdir(folder, { recursive: true })
  const start = performance.now()
  for (let index = 0; index < FILES; index++) {
    const content = contents[index % contents.length] as Buffer
    await using file = await open(join(folder, `${index}.jpg`), 'wx')
    await file.writeFile(content)
    createHash('sha256').update(content).digest('hex')
    await file.sync()
  }
  {
    await using handle = await open(folder, 'r')
    await handle.sync()
  }
  const ms = performance.now() - start
  await rm(folder, { recursive: true })
  return ms
}

function asPointCloud(photo: Buffer): Buffer {
  const header = pointCloudHeader(Math.floor((photo.length - 250) / 12))
  const cloud = Buffer.from(photo)
  cloud.write(header, 'latin1')
  return cloud
}

/** Bytes of all files that are sent. */
function sum(contents: readonly Buffer[]): number {
  return Array.from({ length: FILES }, (_, index) => contents[index % contents.length]?.length ?? 0).reduce(
    (a, b) => a + b,
  )
}
