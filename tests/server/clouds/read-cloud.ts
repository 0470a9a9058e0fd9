import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { surveyCloud } from '#server/infrastructure/clouds/octree/survey-cloud.ts'
import { CloudRefused } from '#server/infrastructure/clouds/reading/cloud-refused.ts'
import { openCloud } from '#server/infrastructure/clouds/reading/open-cloud.ts'

export interface ReadPoints {
  type: string
  /** x, y and z of each point. */
  points: number[][]
  colours: number[][] | null
  intensities: number[] | null
}

/** All points of a file as the reader of the server reads them. @throws CloudRefused */
export async function readPoints(folder: string, bytes: Uint8Array): Promise<ReadPoints> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  try {
    await using cloud = await openCloud(path)
    if (!cloud) throw new Error('The file is no point cloud.')
    const read: ReadPoints = { type: cloud.type, points: [], colours: null, intensities: null }
    for await (const batch of cloud.batches()) {
      for (let index = 0; index < batch.count; index += 1) {
        read.points.push([batch.x, batch.y, batch.z].map((values) => values[index] ?? Number.NaN))
        if (batch.colours) {
          read.colours ??= []
          read.colours.push([...batch.colours.subarray(index * 3, index * 3 + 3)])
        }
        if (batch.intensities) {
          read.intensities ??= []
          read.intensities.push(batch.intensities[index] ?? Number.NaN)
        }
      }
    }
    return read
  } finally {
    await rm(path)
  }
}

/** Why the server refuses a file; undefined if it accepts it, `no cloud` if it takes it for something else. */
export async function refusalOf(
  folder: string,
  bytes: Uint8Array,
): Promise<{ code: string; values: Record<string, number> } | 'no cloud' | undefined> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  try {
    await using cloud = await openCloud(path)
    if (!cloud) return 'no cloud'
    await surveyCloud(cloud)
    return undefined
  } catch (error) {
    if (!(error instanceof CloudRefused)) throw error
    return { code: error.code, values: error.values }
  } finally {
    await rm(path)
  }
}
