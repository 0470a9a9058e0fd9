import { join } from 'node:path'
import type { Logger } from 'pino'
import type { BucketConfig, Config } from '#server/config.ts'
import { type MoveMarker, MoveMarkerFile, refuseUnfinishedMove } from '#server/disk/move-marker.ts'
import { BucketMoveMarker, isEmptyBucket, readBucketMark } from './bucket-move-marker.ts'
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

/** A place of files that a move reads or writes. The caller closes the store. */
export interface MovedStore extends OpenStore {
  marker: MoveMarker
  /** False if there is any file or object beside the marker, whoever has made it. */
  isEmpty(): Promise<boolean>
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

/**
 * The place of the files for a command that only reads. It makes no folders and no copies. The caller closes it.
 *
 * @throws as `openStore`
 */
export async function openStoreToRead(
  { dataDir, bucket: bucketConfig }: StoreLocation,
  log: Logger,
): Promise<FileStore> {
  if (!bucketConfig) {
    await refuseUnfinishedMove(new MoveMarkerFile(join(dataDir, MARKER_FILE)), dataDir)
    return DiskStore.at(dataDir)
  }
  const { Bucket } = await import('./bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  try {
    await refuseUnfinishedMove({ read: () => readBucketMark(bucket) }, bucketName(bucketConfig))
    return new BucketStore(bucket, log)
  } catch (error) {
    bucket.close()
    throw error
  }
}

/** The place of the files for a move. It makes no copies of derivatives. @throws Error with a sentence if the bucket cannot be used */
export async function openMovedStore(
  { dataDir, bucket: bucketConfig }: StoreLocation,
  incoming: Incoming,
  log: Logger,
): Promise<MovedStore> {
  if (!bucketConfig) {
    const [store, partialFiles] = [await DiskStore.open(dataDir), await DiskPartialFiles.open(dataDir)]
    return {
      store,
      partialFiles,
      marker: new MoveMarkerFile(join(dataDir, MARKER_FILE)),
      async isEmpty() {
        for await (const _ of store.list()) return false
        return (await partialFiles.list()).length === 0
      },
    }
  }
  const { Bucket } = await import('./bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  return {
    store: new BucketStore(bucket, log),
    partialFiles: new BucketPartialFiles(bucket, incoming, log),
    marker: new BucketMoveMarker(bucket, incoming),
    isEmpty: () => isEmptyBucket(bucket),
  }
}

/** The place of the files for the operator. */
export function storeName({ dataDir, bucket }: StoreLocation): string {
  return bucket ? bucketName(bucket) : dataDir
}

function bucketName({ bucket, endpoint }: BucketConfig): string {
  return endpoint === undefined ? `s3://${bucket}` : `s3://${bucket} at ${endpoint}`
}
