import { CLOUD_NODE_BYTES, CLOUD_POINT_BYTES } from '#domain/pictures/point-cloud.ts'
import {
  CLOUD_HEAD_BYTES,
  CLOUD_NODE_POINTS_MAX,
  type CloudHead,
  decodeHead,
  entryStart,
} from '#server/infrastructure/clouds/octree/cloud-archive-layout.ts'
import type { ByteRange, OpenFile } from '#server/infrastructure/store/file-store.ts'

/** The most nodes of an archive. A cloud of a billion points has some 40,000. */
const NODES_MAX = 1_000_000

/** @returns undefined if the archive is damaged, incomplete, or of another version */
export async function readCloudHead(archive: OpenFile): Promise<CloudHead | undefined> {
  const head = decodeHead(await archive.read(part(0, CLOUD_HEAD_BYTES)))
  if (!head || head.nodes > NODES_MAX) return undefined
  return archive.size === entryStart(head.nodes) + head.points * CLOUD_POINT_BYTES ? head : undefined
}

/** The table of nodes, see `readCloudNodes`. @returns undefined if the archive is damaged */
export async function readNodeTable(archive: OpenFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const head = await readCloudHead(archive)
  return head && archive.read(part(CLOUD_HEAD_BYTES, head.nodes * CLOUD_NODE_BYTES))
}

/** The points of a node. @returns undefined if the archive is damaged or has no such node */
export async function readNodePoints(
  archive: OpenFile,
  node: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const head = await readCloudHead(archive)
  if (!head || node >= head.nodes) return undefined
  const entry = await archive.read(part(entryStart(node), CLOUD_NODE_BYTES))
  if (entry.length < CLOUD_NODE_BYTES) return undefined
  const points = entry.readUInt32LE(8)
  const first = entry.readUInt32LE(36)
  if (points > CLOUD_NODE_POINTS_MAX || first + points > head.points) return undefined
  if (points === 0) return new Uint8Array()
  const start = entryStart(head.nodes) + first * CLOUD_POINT_BYTES
  return archive.read(part(start, points * CLOUD_POINT_BYTES))
}

function part(start: number, length: number): ByteRange {
  return { start, end: start + length - 1 }
}
