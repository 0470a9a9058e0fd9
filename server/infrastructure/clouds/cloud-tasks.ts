/** The point cloud tasks of image workers. */

import { makeCloudArchive } from '#server/infrastructure/clouds/octree/make-cloud-archive.ts'
import { surveyCloud } from '#server/infrastructure/clouds/octree/survey-cloud.ts'
import type { CloudType } from '#server/infrastructure/clouds/reading/cloud-source.ts'
import { openCloud } from '#server/infrastructure/clouds/reading/open-cloud.ts'

/**
 * Reads a whole point cloud.
 *
 * @returns undefined if the file is no point cloud
 * @throws CloudRefused if it is damaged; the error of the file system if it cannot be read
 */
export async function readCloud(path: string): Promise<{ mediaType: CloudType; points: number } | undefined> {
  await using cloud = await openCloud(path)
  if (!cloud) return undefined
  const { points } = await surveyCloud(cloud)
  return { mediaType: cloud.type, points }
}

/** Except `path`, the paths of new files. */
interface CloudPaths {
  path: string
  archive: string
  /** For decoded points. */
  spool: string
  mode: number
  /** Minimum free disk space, in bytes. */
  keepFree: number
}

/** @see makeCloudArchive @throws CloudRefused; the error of the file system if a file cannot be read or written */
export async function makeCloud(
  { path, archive, spool, mode, keepFree }: CloudPaths,
  onProgress: (share: number) => void,
): Promise<void> {
  await using cloud = await openCloud(path, { path: spool, keepFree })
  if (!cloud) throw new Error('The file is no point cloud.')
  await makeCloudArchive(cloud, { archive, mode, keepFree }, onProgress)
}
