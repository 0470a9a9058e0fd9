import { CLOUD_NODE_BYTES, CLOUD_POINT_BYTES } from '#domain/pictures/point-cloud.ts'
import {
  CLOUD_HEAD_BYTES,
  CLOUD_NODE_POINTS_MAX,
  type CloudHead,
  decodeHead,
  entryStart,
} from '#server/infrastructure/clouds/octree/cloud-archive-layout.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { OpenFile } from '#server/infrastructure/store/file-store.ts'

/** Maximum nodes of an archive. A cloud of a billion points has some 40,000. */
const NODES_MAX = 1_000_000

/** The sentence about the limit has a round number. */
const ROUND_POINTS = 1_000_000

/** The maximum archive size of that many points, in bytes. */
export function archiveSizeMax(points: number): number {
  return entryStart(NODES_MAX) + points * CLOUD_POINT_BYTES
}

/**
 * Call it before accepting a cloud, because a store that refuses its archive would be asked repeatedly.
 *
 * @param size of the archive, in bytes
 * @throws ApiError `unsupported_file` if the store cannot take it
 */
export function refuseLargeArchive({ maxStoredSize }: Pick<Config, 'maxStoredSize'>, size: number): void {
  if (size <= maxStoredSize) return
  const points = Math.floor((maxStoredSize - archiveSizeMax(0)) / CLOUD_POINT_BYTES)
  const max = Math.max(0, points - (points % ROUND_POINTS))
  throw new ApiError('unsupported_file', { reason: { code: 'cloud_too_many_points', values: { max } } })
}

/** @returns undefined if the archive is damaged, incomplete, or of another version */
export async function readCloudHead(archive: OpenFile): Promise<CloudHead | undefined> {
  const bytes = await readPart(archive, 0, CLOUD_HEAD_BYTES)
  const head = bytes && decodeHead(bytes)
  if (!head || head.nodes > NODES_MAX) return undefined
  return archive.size === entryStart(head.nodes) + head.points * CLOUD_POINT_BYTES ? head : undefined
}

/** The node table, see `readCloudNodes`. @returns undefined if the archive is damaged or gone */
export async function readNodeTable(archive: OpenFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const head = await readCloudHead(archive)
  return head && readPart(archive, CLOUD_HEAD_BYTES, head.nodes * CLOUD_NODE_BYTES)
}

/** The points of a node. @returns undefined if the archive is damaged or gone, or lacks the node */
export async function readNodePoints(
  archive: OpenFile,
  node: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const head = await readCloudHead(archive)
  if (!head || node >= head.nodes) return undefined
  const entry = await readPart(archive, entryStart(node), CLOUD_NODE_BYTES)
  if (!entry) return undefined
  const points = entry.readUInt32LE(8)
  const first = entry.readUInt32LE(36)
  if (points > CLOUD_NODE_POINTS_MAX || first + points > head.points) return undefined
  if (points === 0) return new Uint8Array()
  const start = entryStart(head.nodes) + first * CLOUD_POINT_BYTES
  return readPart(archive, start, points * CLOUD_POINT_BYTES)
}

/** @returns undefined if it is incomplete: a bucket object may be removed during the read */
async function readPart(
  archive: OpenFile,
  start: number,
  length: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes = await archive.read({ start, end: start + length - 1 })
  return bytes.length === length ? bytes : undefined
}
