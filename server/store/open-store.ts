import { join } from 'node:path'
import type { Logger } from 'pino'
import type { BucketConfig, Config } from '#server/config.ts'
import { type MoveMarker, MoveMarkerFile, refuseUnfinishedMove } from '#server/disk/move-marker.ts'
import { BucketMoveMarker } from './bucket-move-marker.ts'
import { BucketPartialFiles } from './bucket-partial-files.ts'
import { BucketStore } from './bucket-store.ts'
import { DiskPartialFiles } from './disk-partial-files.ts'
import { DiskStore } from './disk-store.ts'
import { FileCache } from './file-cache.ts'
import type { FileStore } from './file-store.ts'
import type { Incoming } from './incoming.ts'
import type { PartialFiles } from './partial-files.ts'

/** In a data folder whose files are the target of a move. */
const MARKER_FILE = 'unfinished-move-of-files'

interface OpenStore {
  store: FileStore
  partialFiles: PartialFiles
}

/** A place of files that a move reads or writes. */
export interface MovedStore extends OpenStore {
  marker: MoveMarker
}

/** Where the files are: in the bucket, else in the data folder. */
export type StoreLocation = Pick<Config, 'dataDir' | 'bucket'>

/**
 * Opens the place of the files for the server: the data folder, or a bucket, with copies of derivatives in the data folder.
 *
 * @throws Error with a sentence if the bucket cannot be used, or the place is the target of a move that is not complete
 */
export async function openStore(config: Config, incoming: Incoming, log: Logger): Promise<OpenStore> {
  const { dataDir, bucket: bucketConfig, minFreeBytes } = config
  if (!bucketConfig) {
    await refuseUnfinishedMove(new MoveMarkerFile(join(dataDir, MARKER_FILE)), dataDir)
    return { store: await DiskStore.open(dataDir), partialFiles: await DiskPartialFiles.open(dataDir) }
  }
  // The SDK takes memory and time, so it is loaded for a bucket only.
  const { Bucket } = await import('./bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  await refuseUnfinishedMove(new BucketMoveMarker(bucket, incoming), storeName(config))
  const limits = { maxBytes: bucketConfig.cacheBytes, minFreeBytes }
  const cache = await FileCache.open(dataDir, incoming, limits, log)
  return {
    store: new BucketStore(bucket, log, cache),
    partialFiles: new BucketPartialFiles(bucket, incoming, log),
  }
}

/** The place of the files for a command that only reads. It makes no folders and no copies. */
export async function openStoreToRead({ dataDir, bucket }: Config, log: Logger): Promise<FileStore> {
  if (!bucket) return DiskStore.at(dataDir)
  const { Bucket } = await import('./bucket.ts')
  return new BucketStore(await Bucket.open(bucket), log)
}

/** The place of the files for a move. It makes no copies of derivatives. @throws Error with a sentence if the bucket cannot be used */
export async function openMovedStore(
  { dataDir, bucket: bucketConfig }: StoreLocation,
  incoming: Incoming,
  log: Logger,
): Promise<MovedStore> {
  if (!bucketConfig) {
    return {
      store: await DiskStore.open(dataDir),
      partialFiles: await DiskPartialFiles.open(dataDir),
      marker: new MoveMarkerFile(join(dataDir, MARKER_FILE)),
    }
  }
  const { Bucket } = await import('./bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  return {
    store: new BucketStore(bucket, log),
    partialFiles: new BucketPartialFiles(bucket, incoming, log),
    marker: new BucketMoveMarker(bucket, incoming),
  }
}

/** The place of the files for the operator. */
export function storeName({ dataDir, bucket }: StoreLocation): string {
  return bucket ? bucketName(bucket) : dataDir
}

function bucketName({ bucket, endpoint }: BucketConfig): string {
  return endpoint === undefined ? `s3://${bucket}` : `s3://${bucket} at ${endpoint}`
}
