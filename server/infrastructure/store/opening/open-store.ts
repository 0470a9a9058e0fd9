import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { BucketConfig, Config } from '#server/infrastructure/config.ts'
import { type Marker, MarkerFile } from '#server/infrastructure/disk/marker-file.ts'
import type { Bucket } from '#server/infrastructure/store/bucket/bucket.ts'
import { BucketMarker, isEmptyExcept, readText } from '#server/infrastructure/store/bucket/bucket-marker.ts'
import { BucketPartialFiles } from '#server/infrastructure/store/bucket/bucket-partial-files.ts'
import { BucketStore } from '#server/infrastructure/store/bucket/bucket-store.ts'
import { CACHE_FOLDER, FileCache } from '#server/infrastructure/store/bucket/file-cache.ts'
import { DiskPartialFiles, PARTIAL_FOLDER } from '#server/infrastructure/store/disk/disk-partial-files.ts'
import { DISK_STORE_FOLDERS, DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import type { FileStore } from '#server/infrastructure/store/file-store.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import type { PartialFiles } from '#server/infrastructure/store/partial-files.ts'

/** Marks a bucket as the target of an incomplete move. Its text names the move. */
const MOVE_KEY = 'unfinished-move'
/** In the data folder or the bucket with the files. */
const INSTALLATION = 'installation'

/** The folders of stored files in the data folder: all of the store on disk, copies of a bucket, and parts of uploads. */
export const FILE_FOLDERS = [...DISK_STORE_FOLDERS, PARTIAL_FOLDER, CACHE_FOLDER]

export interface OpenStore {
  store: FileStore
  partialFiles: PartialFiles
  /** The id of the installation that owns the files. */
  installation: Marker
}

/** The target bucket of a move. The caller closes the store. */
export interface FilledBucket {
  store: FileStore
  installation: Marker
  /** While it exists, no server starts on the bucket. */
  marker: Marker
  /** False if there is any object beside the marker, of any program. */
  isEmpty(): Promise<boolean>
}

/** The place of the files: the bucket, else the data folder. */
export type StoreLocation = Pick<Config, 'dataDir' | 'bucket'>

/**
 * Opens the files for the server: the data folder, or a bucket, with cached derivatives in the data folder.
 *
 * @throws Error with a sentence if the bucket cannot be used, or is the target of an incomplete move
 */
export async function openStore(config: Config, incoming: Incoming, log: Logger): Promise<OpenStore> {
  const { dataDir, bucket: bucketConfig, minFreeBytes } = config
  if (!bucketConfig) return openOnDisk(dataDir)
  // The SDK takes memory and time, so it is loaded for a bucket only.
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  await refuseUnfinishedMove(bucket, bucketConfig)
  const limits = { maxBytes: bucketConfig.cacheBytes, minFreeBytes }
  return openIn(bucket, incoming, log, await FileCache.open(dataDir, incoming, limits, log))
}

/**
 * Opens the files for a read-only command, without folders or copies. The caller closes it.
 *
 * @throws as `openStore`
 */
export async function openStoreToRead(
  { dataDir, bucket: bucketConfig }: StoreLocation,
  log: Logger,
): Promise<FileStore> {
  if (!bucketConfig) return DiskStore.at(dataDir)
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
  try {
    await refuseUnfinishedMove(bucket, bucketConfig)
    return new BucketStore(bucket, log)
  } catch (error) {
    bucket.close()
    throw error
  }
}

/** The target bucket of a move. @throws Error with a sentence if it cannot be used */
export async function openBucketToFill(
  { bucket: config }: Pick<Config, 'bucket'>,
  incoming: Incoming,
): Promise<FilledBucket> {
  const { Bucket } = await import('#server/infrastructure/store/bucket/bucket.ts')
  const bucket = await Bucket.open(config as BucketConfig)
  return {
    store: new BucketStore(bucket, pino({ level: 'silent' })),
    installation: new BucketMarker(bucket, INSTALLATION, incoming),
    marker: new BucketMarker(bucket, MOVE_KEY, incoming),
    isEmpty: () => isEmptyExcept(bucket, MOVE_KEY),
  }
}

/** @throws with a sentence if a move to the bucket is incomplete */
async function refuseUnfinishedMove(bucket: Bucket, config: BucketConfig): Promise<void> {
  const description = await readText(bucket, MOVE_KEY)
  if (description === undefined) return
  throw new Error(
    `The move of ${description} is not complete, so ${bucketName(config)} cannot be used. Run it again.`,
  )
}

/** The id of the installation that owns the files, or undefined. */
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

/** The marker of the installation id in a data folder. */
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
