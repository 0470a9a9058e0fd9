import * as z from 'zod'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { ROWS_AT_ONCE } from '#server/infrastructure/database/in-groups.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { ImageMetadata } from '#server/infrastructure/images/decode-request.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { SERVER_ITSELF, type WorkOrder } from '#server/infrastructure/work-order.ts'
import { listUnreadPhotos, setMetadata, type UnreadPhoto } from './metadata-queries.ts'

/** Photos, and milliseconds, between two commits. Each commit invalidates all cached answers, but a kill loses uncommitted work. */
const PHOTOS_AT_ONCE = 1000
const STORED_EVERY_MS = 30_000

/** Timeout of a bucket probe, in milliseconds. */
const BUCKET_ANSWER_MS = 5000

interface ReadPhoto {
  photo: UnreadPhoto
  /** Null if the file is missing, damaged or hostile. */
  metadata: ImageMetadata | null
}

/** Background work. */
const ORDER: WorkOrder = { requester: SERVER_ITSELF, priority: 'low' }

/** The job reads photos older than this id; by default it begins with the newest. */
interface Older {
  below?: number | undefined
}

/**
 * Reads the metadata of older photos in batches, then adds itself again for the rest. A photo whose file is unreadable now stays for the
 * next time that maintenance adds the job. Uploads read their own photos.
 */
export const readMetadataJob: JobKind<Older, CoreServices> = {
  name: 'read-metadata',
  payload: z.strictObject({ below: z.int().positive().optional() }),
  subject: () => 'of older photos',
  // Otherwise a job added by maintenance meanwhile would read the same photos in another process, and both would continue.
  queue: () => 'read-metadata',
  maxAttempts: 4,
  atOnce: 1,
  async run(services, { below }) {
    const { db, jobs, transactions } = services
    const photos = await listUnreadPhotos(db.read, PHOTOS_AT_ONCE, below)
    if (photos.length === 0) return
    const read: ReadPhoto[] = []
    const ended = await readEach(services, photos, (photo) => read.push(photo)).catch((error: unknown) => ({
      error,
    }))
    // Also what was read before a bucket outage: it is not downloaded again.
    await transactions.run(async (transaction) => {
      for (const [index, { photo, metadata }] of read.entries()) {
        await setMetadata(transaction, photo, metadata)
        if ((index + 1) % ROWS_AT_ONCE === 0) await yieldToEventLoop()
      }
      if ('oldest' in ended) await jobs.add(transaction, readMetadataJob, { below: ended.oldest })
    })
    if ('error' in ended) throw ended.error
  },
}

/** Adds the job if there is work: after an update of Kanat, and after a failed job. */
export async function readOlderPhotos({ db, jobs, transactions }: CoreServices): Promise<void> {
  if ((await listUnreadPhotos(db.read, 1)).length === 0) return
  await transactions.run((transaction) => jobs.add(transaction, readMetadataJob, {}))
}

/**
 * Reads photos one after the other until the next commit.
 *
 * @returns the id of the last photo handled
 * @throws what would fail with every photo, such as an outage of the bucket or a full disk
 */
async function readEach(
  services: CoreServices,
  photos: readonly UnreadPhoto[],
  onRead: (photo: ReadPhoto) => void,
): Promise<{ oldest: number }> {
  const end = performance.now() + STORED_EVERY_MS
  let oldest = 0
  for (const photo of photos) {
    oldest = photo.id
    try {
      onRead({ photo, metadata: await readMetadata(services, photo) })
    } catch (error) {
      if (!isFileError(error) && !endedWorker(error) && !(await isObjectError(services, error))) throw error
      services.log.warn(
        { err: error, photo: photo.id, key: photo.key },
        'the file of a photo cannot be read now',
      )
    }
    if (performance.now() >= end) break
  }
  return { oldest }
}

/** File system errors that affect every other file, too. */
const OF_EVERY_FILE = ['EAGAIN', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EROFS']

/** True for an error of one file, such as a bad sector, or another user's file. */
function isFileError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiError || !('code' in error)) return false
  return typeof error.code === 'string' && !OF_EVERY_FILE.includes(error.code)
}

/** True for a photo whose worker ended. */
function endedWorker(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'file_not_processed'
}

/** True for an error of one object, such as one moved to an archive tier: the bucket itself answers. */
async function isObjectError({ store }: CoreServices, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'store_unavailable') return false
  return store.probe(BUCKET_ANSWER_MS).then(
    () => true,
    () => false,
  )
}

/** @returns null for a photo whose file is missing, damaged or hostile */
async function readMetadata(
  services: CoreServices,
  { key, size }: UnreadPhoto,
): Promise<ImageMetadata | null> {
  const { images, incoming, store } = services
  await refuseWithoutFreeSpace(services, size)
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  if (!(await store.copyTo(originalOf(key), path))) return null
  return (await images.readMetadata(path, ORDER)) ?? null
}
