import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { addTurbine, ServerProcess, signInAtProcess } from '../tests/server-process.ts'
import { postPhotos } from './post-photos.ts'
import { type Line, perSecond, times } from './report.ts'
import { pointCloudHeader } from './sample-files.ts'

const FILES = 200
const FILES_PER_REQUEST = 10

/** Uploads 200 files over HTTP to a new server; the reference is a copy of the same bytes. */
export async function measureUploads(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const files = Array.from({ length: FILES }, (_, index) => ({
    name: `photo_${index}.jpg`,
    content: photos[index % photos.length] as Buffer,
  }))
  const clouds = photos.map(asPointCloud)
  const cloudFiles = files.map(({ name }, index) => ({
    name: name.replace('.jpg', '.pcd'),
    content: clouds[index % clouds.length] as Buffer,
  }))
  const megabytes = files.reduce((sum, { content }) => sum + content.length, 0) / 1e6

  const copyMs = await copyPlainly(join(folder, 'copy'), files)
  const line = (what: string, ms: number): Line => ({
    what,
    figure: perSecond(megabytes, ms, 'MB'),
    reference: `copy with SHA-256 and fsync a file: ${perSecond(megabytes, copyMs, 'MB')}`,
    ratio: times(copyMs / ms),
  })
  return [
    line(
      `${FILES} photos of ${(megabytes / FILES).toFixed(1)} MB, decoded and derived`,
      await uploadAll(join(folder, 'photos'), files),
    ),
    line(
      'the same bytes as point clouds: nothing to decode',
      await uploadAll(join(folder, 'clouds'), cloudFiles),
    ),
  ]
}

interface BenchFile {
  name: string
  content: Buffer
}

/** Milliseconds for the upload of all files to a new server, over one connection. */
async function uploadAll(dataDir: string, files: readonly BenchFile[]): Promise<number> {
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const agent = new Agent({ keepAlive: true })
  const target = { origin: server.origin, turbine, headers, agent }
  const start = performance.now()
  for (let first = 0; first < files.length; first += FILES_PER_REQUEST) {
    await postPhotos(target, files.slice(first, first + FILES_PER_REQUEST))
  }
  const ms = performance.now() - start
  agent.destroy()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
  return ms
}

/** The reference: write, hash and fsync of one file after the other, and one fsync of the folder. */
async function copyPlainly(folder: string, files: readonly BenchFile[]): Promise<number> {
  await mkdir(folder, { recursive: true })
  const start = performance.now()
  for (const { name, content } of files) {
    await using file = await open(join(folder, name), 'wx')
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
  const cloud = Buffer.from(photo)
  // The points end a little before the end of the file; a point cloud may have more bytes.
  cloud.write(pointCloudHeader(Math.floor((photo.length - 250) / 12)), 'latin1')
  return cloud
}
