import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { BucketPartialFiles } from './bucket-partial-files.ts'
import { BucketStore } from './bucket-store.ts'
import { DiskPartialFiles } from './disk-partial-files.ts'
import { DiskStore } from './disk-store.ts'
import { FileCache } from './file-cache.ts'
import type { FileStore } from './file-store.ts'
import type { Incoming } from './incoming.ts'
import type { PartialFiles } from './partial-files.ts'

interface OpenStore {
  store: FileStore
  partialFiles: PartialFiles
}

/**
 * Opens the place of the files for the server: the data folder, or a bucket, with copies of derivatives in the data folder.
 *
 * @throws Error with a sentence if the bucket cannot be used
 */
export async function openStore(config: Config, incoming: Incoming, log: Logger): Promise<OpenStore> {
  const { dataDir, bucket: bucketConfig, minFreeBytes } = config
  if (!bucketConfig) {
    return { store: await DiskStore.open(dataDir), partialFiles: await DiskPartialFiles.open(dataDir) }
  }
  // The SDK takes memory and time, so it is loaded for a bucket only.
  const { Bucket } = await import('./bucket.ts')
  const bucket = await Bucket.open(bucketConfig)
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
