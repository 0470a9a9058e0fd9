import { open } from 'node:fs/promises'
import { CLOUD_NODE_BYTES, CLOUD_POINT_BYTES } from '#domain/pictures/point-cloud.ts'
import type { CloudSource, PointBatch } from '#server/infrastructure/clouds/reading/cloud-source.ts'
import { refuseWithoutRoom } from '#server/infrastructure/clouds/reading/refuse-without-room.ts'
import { CLOUD_HEAD_BYTES, encodeHead } from './cloud-archive-layout.ts'
import { type CloudFrame, frameOf } from './cloud-frame.ts'
import { type CloudMiddle, convertToMetres, findMiddle, metresOfDegree } from './degrees.ts'
import { hasPosition } from './has-position.ts'
import { NodeTable } from './node-table.ts'
import { NodeWriter } from './node-writer.ts'
import { type Octree, planOctree } from './plan-octree.ts'
import { recordWriter } from './point-record.ts'
import { shareOfPoint } from './share-of-point.ts'
import { surveyCloud } from './survey-cloud.ts'

/** The inputs and outputs of an archive. */
interface ArchivePlace {
  /** The path of a new file. */
  archive: string
  /** As for a file of the store. */
  mode: number
  /** Minimum free disk space, in bytes. */
  keepFree: number
}

/**
 * Writes the points of a cloud into one file, as an octree of individually readable nodes. It reads the cloud three times: for the sample
 * that divides the space, for the node sizes, and for writing. Only the sample and a small buffer per node are in memory.
 *
 * @param onProgress called with the progress, from 0 to 1
 * @throws CloudRefused if the cloud is damaged; the error of the file system if the file cannot be written
 */
export async function makeCloudArchive(
  cloud: CloudSource,
  { archive, mode, keepFree }: ArchivePlace,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  const tell = (round: number) => (points: number) => onProgress((round + points / cloud.points) / ROUNDS)
  const survey = await surveyCloud(cloud, tell(0))
  const middle = findMiddle(survey.sample)
  if (middle) convertToMetres(survey.sample, middle)
  const frame = frameOf(survey)
  const octree = planOctree(survey.sample, frame)
  const table = new NodeTable(octree)
  const place = placing(frame, middle)
  await forEachPoint(cloud, place, octree, tell(1), () => (node, x, y, z) => table.count(node, x, y, z))
  const nodes = table.encode()
  const start = CLOUD_HEAD_BYTES + nodes.length
  const { intensities } = frame
  const head = encodeHead({
    ...frame,
    middle,
    nodes: nodes.length / CLOUD_NODE_BYTES,
    points: survey.points,
    filePoints: cloud.points,
    hasColours: survey.brightest !== null,
  })
  await refuseWithoutRoom(archive, start + survey.points * CLOUD_POINT_BYTES + keepFree)
  await using made = await open(archive, 'wx', mode)
  // Unlike `write`, this writes everything.
  await made.writeFile(Buffer.concat([head, nodes]))
  const writer = new NodeWriter(made.fd, start, table.firstPoints())
  await forEachPoint(cloud, place, octree, tell(2), (batch) => {
    const put = recordWriter(batch, { brightest: survey.brightest, intensities })
    return (node, x, y, z, index) => put(writer.next(node), x, y, z, index)
  })
  writer.flush()
  await made.sync()
}

const ROUNDS = 3

/** The coordinates are relative to the origin, as 32-bit floats. */
type PlacePoint = (node: number, x: number, y: number, z: number, index: number) => void

/** Maps file coordinates to archive coordinates: subtract this from x and y, multiply, subtract the origin. */
interface Placing {
  shift: readonly [number, number]
  scale: readonly [number, number]
  origin: CloudFrame['origin']
}

function placing({ origin }: CloudFrame, middle: CloudMiddle | null): Placing {
  if (!middle) return { shift: [0, 0], scale: [1, 1], origin }
  const { east, north } = metresOfDegree(middle)
  return { shift: [middle.longitude, middle.latitude], scale: [east, north], origin }
}

/** @param placeIn called with each batch; returns the handler of its points with a position */
async function forEachPoint(
  cloud: CloudSource,
  { shift, scale, origin }: Placing,
  octree: Octree,
  onRead: (points: number) => void,
  placeIn: (batch: PointBatch) => PlacePoint,
): Promise<void> {
  const [originX, originY, originZ] = origin
  const [shiftX, shiftY] = shift
  const [scaleX, scaleY] = scale
  let read = 0
  for await (const batch of cloud.batches()) {
    const put = placeIn(batch)
    const { x, y, z, count } = batch
    for (let index = 0; index < count; index += 1) {
      if (!hasPosition(x[index] as number, y[index] as number, z[index] as number)) continue
      const px = ((x[index] as number) - shiftX) * scaleX - originX
      const py = ((y[index] as number) - shiftY) * scaleY - originY
      const pz = (z[index] as number) - originZ
      put(octree.nodeOf(shareOfPoint(read + index), px, py, pz), px, py, pz, index)
    }
    read += count
    onRead(read)
  }
}
