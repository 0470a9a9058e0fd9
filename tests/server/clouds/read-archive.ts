import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CLOUD_POINT_BYTES, type CloudNode, readCloudNodes } from '#domain/pictures/point-cloud.ts'
import { readCloudHead, readNodePoints, readNodeTable } from '#server/features/photos/cloud-archive.ts'
import type { CloudHead } from '#server/infrastructure/clouds/octree/cloud-archive-layout.ts'
import { makeCloudArchive } from '#server/infrastructure/clouds/octree/make-cloud-archive.ts'
import { openCloud } from '#server/infrastructure/clouds/reading/open-cloud.ts'
import type { OpenFile } from '#server/infrastructure/store/file-store.ts'

/** A point of an archive. The coordinates are relative to the origin. */
export interface ArchivedPoint {
  place: [number, number, number]
  colour: [number, number, number]
  intensity: number
}

export interface ReadArchive {
  bytes: Buffer
  head: CloudHead
  nodes: CloudNode[]
  /** By node. */
  points: ArchivedPoint[][]
}

/** Makes the archive of a cloud and reads all of it, as the server and the panel read it. */
export async function makeArchive(folder: string, bytes: Uint8Array): Promise<ReadArchive> {
  const path = join(folder, crypto.randomUUID())
  const archive = `${path}-archive`
  await writeFile(path, bytes)
  try {
    const spool = { path: `${path}-spool`, keepFree: 0 }
    await using cloud = await openCloud(path, spool)
    if (!cloud) throw new Error('The file is no point cloud.')
    await makeCloudArchive(cloud, { archive, mode: 0o640, keepFree: 0 })
    return await readArchive(archive)
  } finally {
    for (const made of [path, archive, `${path}-spool`]) await rm(made, { force: true })
  }
}

async function readArchive(path: string): Promise<ReadArchive> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  const file = {
    size,
    read: async ({ start, end }) => {
      const buffer = Buffer.alloc(Math.min(end + 1, size) - start)
      await handle.read(buffer, 0, buffer.length, start)
      return buffer
    },
  } as Pick<OpenFile, 'size' | 'read'> as OpenFile
  const head = await readCloudHead(file)
  const table = await readNodeTable(file)
  if (!head || !table) throw new Error('The archive is damaged.')
  const nodes = readCloudNodes(Uint8Array.from(table).buffer)
  const points: ArchivedPoint[][] = []
  for (const { number } of nodes)
    points.push(pointsOf((await readNodePoints(file, number)) ?? new Uint8Array()))
  return { bytes: await handle.readFile(), head, nodes, points }
}

/** The points of a node. */
export function pointsOf(bytes: Uint8Array): ArchivedPoint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / CLOUD_POINT_BYTES }, (_, index) => {
    const at = index * CLOUD_POINT_BYTES
    const float = (offset: number) => view.getFloat32(at + offset, true)
    const byte = (offset: number) => view.getUint8(at + offset)
    return {
      place: [float(0), float(4), float(8)],
      colour: [byte(12), byte(13), byte(14)],
      intensity: byte(15),
    }
  })
}
