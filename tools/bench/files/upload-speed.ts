import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { MIB } from '../../../domain/limits.ts'
import { ImagePool } from '../../../server/infrastructure/images/image-pool.ts'
import { SERVER_ITSELF } from '../../../server/infrastructure/work-order.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { deriveAll, writePhotos } from '../images/derive-speed.ts'
import { type Line, median, milliseconds, percent, perSecond, reaching, times } from '../report.ts'
import { postInRequests, postPhotos } from './post-photos.ts'
import { pointCloudHeader } from './sample-files.ts'

const FILES = 200
const FILES_PER_REQUEST = 10
/** The requests at the same moment: the server receives one while it decodes the other. */
const REQUESTS_AT_ONCE = 2
const SINGLE_PHOTOS = 9

/** Uploads 200 files over HTTP to a new server; the references are a copy of the same bytes and the derive step alone. */
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
  const paths = await writePhotos(folder, photos)
  const deriveMs = await deriveAll(folder, paths, FILES / photos.length)
  const uploaded = await uploadAll(join(folder, 'photos'), files)
  // The time that this process, the client, takes from the cores does not count.
  const serverMs = uploaded.ms - uploaded.clientMs / availableParallelism()
  const line = (what: string, ms: number): Line => ({
    what,
    figure: perSecond(megabytes, ms, 'MB'),
    reference: `copy with SHA-256 and fsync a file: ${perSecond(megabytes, copyMs, 'MB')}`,
    ratio: times(copyMs / ms),
  })
  return [
    line(`${FILES} photos of ${(megabytes / FILES).toFixed(1)} MB, decoded and derived`, uploaded.ms),
    {
      what: `the same, without the client's ${percent(1 - serverMs / uploaded.ms)}`,
      figure: perSecond(FILES, serverMs, 'photos'),
      reference: `the derive step alone: ${perSecond(FILES, deriveMs, 'photos')}`,
      ratio: reaching(deriveMs / serverMs, 0.9),
    },
    line(
      'the same bytes as point clouds, read once',
      (await uploadAll(join(folder, 'clouds'), cloudFiles)).ms,
    ),
    await measureSingle(folder, photos),
  ]
}

/** The median time until one photo alone is answered; the reference is the median of its own derive step. */
async function measureSingle(folder: string, photos: readonly Buffer[]): Promise<Line> {
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 30_000, memoryLimit: 1024 * MIB }, pino())
  await using server = await ServerProcess.start(join(folder, 'single'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const agent = new Agent({ keepAlive: true })
  const derived: number[] = []
  const uploaded: number[] = []
  const [path = ''] = await writePhotos(folder, photos.slice(0, 1))
  for (let number = 0; number <= SINGLE_PHOTOS; number++) {
    const start = performance.now()
    await pool.decode(path, () => join(folder, crypto.randomUUID()), {
      requester: SERVER_ITSELF,
      priority: 'high',
    })
    const between = performance.now()
    const content = photos[0] as Buffer
    await postPhotos({ origin: server.origin, turbine, headers, agent }, [{ name: `${number}.jpg`, content }])
    // The first one of both starts a worker.
    if (number === 0) continue
    derived.push(between - start)
    uploaded.push(performance.now() - between)
  }
  pool.close()
  agent.destroy()
  await server.end('SIGTERM')
  const [reference, figure] = [median(derived), median(uploaded)]
  return {
    what: 'one photo alone, until it is answered',
    figure: milliseconds(figure),
    reference: `its derive step alone: ${milliseconds(reference)}`,
    ratio: `${times(figure / reference)} (≤ 1.3 ×: ${figure / reference <= 1.3 ? 'PASS' : 'FAIL'})`,
  }
}

interface BenchFile {
  name: string
  content: Buffer
}

/** The time for the upload of all files to a new server, and the processor time of this process meanwhile; milliseconds. */
async function uploadAll(
  dataDir: string,
  files: readonly BenchFile[],
): Promise<{ ms: number; clientMs: number }> {
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const agent = new Agent({ keepAlive: true })
  const target = { origin: server.origin, turbine, headers, agent }
  const before = process.cpuUsage()
  const { ms } = await postInRequests(target, files, FILES_PER_REQUEST, REQUESTS_AT_ONCE)
  const { user, system } = process.cpuUsage(before)
  agent.destroy()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
  return { ms, clientMs: (user + system) / 1000 }
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
