import { join } from 'node:path'
import type { Logger } from 'pino'
import type { BucketConfig, Config } from '#server/infrastructure/config.ts'
import { type Marker, MarkerFile } from '#server/infrastructure/disk/marker-file.ts'
import { type MoveMarker, refuseUnfinishedMove } from '#server/infrastructure/disk/move-marker.ts'
import type { Bucket } from '#server/infrastructure/store/bucket/bucket.ts'
import { BucketMarker, isEmptyExcept, readText } from '#server/infrastructure/store/bucket/bucket-marker.ts'
import { BucketPartialFiles } from '#server/infrastructure/store/bucket/bucket-partial-files.ts'
import { BucketStore } from '#server/infrastructure/store/bucket/bucket-store.ts'
import { FileCache } from '#server/infrastructure/store/bucket/file-cache.ts'
import { DiskPartialFiles } from '#server/infrastructure/store/disk/disk-partial-files.ts'
import { DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import type { FileStore } from '#server/infrastructure/store/file-store.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import type { PartialFiles } from '#server/infrastructure/store/partial-files.ts'

/** In a data folder whose files are the target of a move, and in such a bucket. */
const MOVE_FILE = 'unfinished-move-of-files'
const MOVE_KEY = 'unfinished-move'
/** In the data folder or the bucket that has files. */
const INSTALLATION = 'installation'

export interface OpenStore {
  store: FileStore
  partialFiles: PartialFiles
  /** The id of the installation to which the files belong. */
  installation: Marker
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
    await refuseUnfinishedMove(new MarkerFile(join(dataDir, MOVE_FILE)), dataDir)
    return openOnDisk(dataDir)
  }
  // The SDK takes memory and time, so it is loaded for a bucket only.
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  await refuseUnfinishedMove(new BucketMarker(bucket, MOVE_KEY, incoming), storeName(config))
  const limits = { maxBytes: bucketConfig.cacheBytes, minFreeBytes }
  return openIn(bucket, incoming, log, await FileCache.open(dataDir, incoming, limits, log))
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
    await refuseUnfinishedMove(new MarkerFile(join(dataDir, MOVE_FILE)), dataDir)
    return DiskStore.at(dataDir)
  }
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  try {
    await refuseUnfinishedMove({ read: () => readText(bucket, MOVE_KEY) }, bucketName(bucketConfig))
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
    const { store, partialFiles, ...rest } = await openOnDisk(dataDir)
    return {
      store,
      partialFiles,
      ...rest,
      marker: new MarkerFile(join(dataDir, MOVE_FILE)),
      async isEmpty() {
        for await (const _ of store.list()) return false
        return (await partialFiles.list()).length === 0
      },
    }
  }
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  return {
    ...openIn(bucket, incoming, log),
    marker: new BucketMarker(bucket, MOVE_KEY, incoming),
    isEmpty: () => isEmptyExcept(bucket, MOVE_KEY),
  }
}

/** The id of the installation to which the files belong; undefined if they have none. */
export async function readInstallationId({
  dataDir,
  bucket: config,
}: StoreLocation): Promise<string | undefined> {
  if (!config) return installationMarkerIn(dataDir).read()
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(config)
  try {
    return await readText(bucket, INSTALLATION)
  } finally {
    bucket.close()
  }
}

/** The marker with the id of the installation in a data folder. */
export function installationMarkerIn(dataDir: string): Marker {
  return new MarkerFile(join(dataDir, INSTALLATION))
}

async function openOnDisk(dataDir: string): Promise<OpenStore> {
  return {
    store: await DiskStore.open(dataDir),
    partialFiles: await DiskPartialFiles.open(dataDir),
    installation: installationMarkerIn(dataDir),
  }
}

function openIn(bucket: Bucket, incoming: Incoming, log: Logger, cache?: FileCache): OpenStore {
  return {
    store: new BucketStore(bucket, log, cache),
    partialFiles: new BucketPartialFiles(bucket, incoming, log),
    installation: new BucketMarker(bucket, INSTALLATION, incoming),
  }
}

/** The place of the files for the operator. */
export function storeName({ dataDir, bucket }: StoreLocation): string {
  return bucket ? bucketName(bucket) : dataDir
}

function bucketName({ bucket, endpoint }: BucketConfig): string {
  return endpoint === undefined ? `s3://${bucket}` : `s3://${bucket} at ${endpoint}`
}
