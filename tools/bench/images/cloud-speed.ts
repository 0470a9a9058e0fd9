import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { MIB } from '../../../domain/limits.ts'
import { CLOUD_NODE_BYTES, CLOUD_POINT_BYTES } from '../../../domain/pictures/point-cloud.ts'
import {
  CLOUD_HEAD_BYTES,
  decodeHead,
} from '../../../server/infrastructure/clouds/octree/cloud-archive-layout.ts'
import { ImagePool } from '../../../server/infrastructure/images/image-pool.ts'
import { SERVER_ITSELF, type WorkOrder } from '../../../server/infrastructure/work-order.ts'
import { las } from '../../../tests/support/files/las.ts'
import { type Line, times } from '../report.ts'
import { watchWorkers } from './watch-workers.ts'

const POINTS = 5_000_000
const ROUNDS = 3
/** The default of `IMAGE_MEMORY_MB`. */
const MEMORY_MAX = 1024 * MIB
/** Target: three minutes for a cloud of 50 million points. */
const SECONDS_PER_MILLION_MAX = 3.6
const LAS_POINT_BYTES = 20
const LAS_HEADER_BYTES = 227
const NOW: WorkOrder = { requester: SERVER_ITSELF, priority: 'high' }

/** Seconds, memory and bytes for a cloud of LAS; the reference is reading the same file with SHA-256. */
export async function measureClouds(folder: string): Promise<Line[]> {
  const path = join(folder, 'survey.las')
  await writeSurvey(path)
  const { size } = await stat(path)
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 120_000, memoryLimit: MEMORY_MAX }, pino())
  const [reading, making, hashing]: [number[], number[], number[]] = [[], [], []]
  const archive = join(folder, 'survey.cloud')
  let memory = 0
  let bytes = 0
  let sample = 0
  // They alternate, so that other work of the machine slows all of them down.
  for (let round = 0; round < ROUNDS; round += 1) {
    hashing.push(await duration(() => hash(path)))
    const watched = watchWorkers()
    reading.push(await duration(() => pool.readCloud(path, size, NOW)))
    const request = { path, archive, spool: join(folder, 'spool'), keepFree: 0 }
    making.push(await duration(() => pool.makeCloud(request, size, NOW)))
    memory = Math.max(memory, await watched.end())
    bytes = (await stat(archive)).size
    sample = await firstSample(archive)
    await rm(archive)
  }
  pool.close()

  const [read, made, hashed] = [reading, making, hashing].map((each) => Math.min(...each)) as [
    number,
    number,
    number,
  ]
  const perMillion = made / 1000 / (POINTS / 1e6)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const hashReference = `reading with SHA-256: ${seconds(hashed)}`
  return [
    {
      what: `checking ${POINTS / 1e6} million points of LAS at their upload`,
      figure: seconds(read),
      reference: hashReference,
      ratio: times(read / hashed),
    },
    {
      what: 'making their archive',
      figure: seconds(made),
      reference: hashReference,
      ratio: `${times(made / hashed)} ${perMillion <= SECONDS_PER_MILLION_MAX ? 'PASS' : 'FAIL'}`,
    },
    {
      what: 'peak memory of the worker',
      figure: `${(memory / MIB).toFixed(0)} MiB`,
      reference: `IMAGE_MEMORY_MB: ${(MEMORY_MAX / MIB).toFixed(0)} MiB`,
      ratio: times(memory / MEMORY_MAX),
    },
    {
      what: 'size of the archive',
      figure: `${(bytes / MIB).toFixed(1)} MiB`,
      reference: `the original: ${(size / MIB).toFixed(1)} MiB`,
      ratio: times(bytes / size),
    },
    {
      what: 'bytes before the first picture',
      figure: `${(sample / MIB).toFixed(2)} MiB`,
      reference: `the original: ${(size / MIB).toFixed(1)} MiB`,
      ratio: times(sample / size),
    },
  ]
}

/** Points on hilly ground, in the order of a scan. */
async function writeSurvey(path: string): Promise<void> {
  await using file = await open(path, 'w')
  const corners = [0, 300_000].map((x) => ({ x, y: x, z: 0 }))
  const head = las({ format: 0, points: corners, offset: [512_000, 4_201_000, 0] }).subarray(
    0,
    LAS_HEADER_BYTES,
  )
  head.writeUInt32LE(POINTS, 107)
  await file.write(head)
  const records = Buffer.alloc(LAS_POINT_BYTES * 100_000)
  for (let done = 0; done < POINTS; done += 100_000) {
    for (let index = 0; index < 100_000; index += 1) {
      const at = index * LAS_POINT_BYTES
      const [x, y] = [((done + index) * 7919) % 300_000, Math.floor(((done + index) / POINTS) * 300_000)]
      records.writeInt32LE(x, at)
      records.writeInt32LE(y, at + 4)
      records.writeInt32LE(Math.round(5000 * Math.sin(x / 20_000) * Math.cos(y / 30_000)), at + 8)
      records.writeUInt16LE((x + y) % 4096, at + 12)
    }
    await file.write(records)
  }
}

/** The bytes of the table of nodes and of the root. */
async function firstSample(archive: string): Promise<number> {
  await using file = await open(archive)
  const head = Buffer.alloc(CLOUD_HEAD_BYTES + CLOUD_NODE_BYTES)
  await file.read(head, 0, head.length, 0)
  const { nodes } = decodeHead(head) ?? { nodes: 0 }
  return nodes * CLOUD_NODE_BYTES + head.readUInt32LE(CLOUD_HEAD_BYTES + 8) * CLOUD_POINT_BYTES
}

async function hash(path: string): Promise<void> {
  const sha256 = createHash('sha256')
  for await (const piece of createReadStream(path)) sha256.update(piece)
}

/** Milliseconds. */
async function duration(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
