import * as z from 'zod'
import type { Services } from '#server/core/env.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { SERVER_ITSELF, type WorkOrder } from '#server/infrastructure/fair-queue.ts'
import type { ImageMetadata } from '#server/infrastructure/images/decode-request.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { listUnreadPhotos, setMetadata, type UnreadPhoto } from './metadata-queries.ts'

/** How many photos are read before the result is stored. It takes seconds, so a stop loses little. */
const PHOTOS_AT_ONCE = 200

/** How long a bucket may take to say that it is there, in milliseconds. */
const BUCKET_ANSWER_MS = 5000

/** Nobody waits for it. */
const ORDER: WorkOrder = { asker: SERVER_ITSELF, urgency: 'later' }

/** The photos that a job reads are older than the one with this id; without it, it begins with the newest. */
interface Older {
  below?: number | undefined
}

/**
 * Reads what older photos say about themselves, some at a time, and then adds itself again for those that are older still. A photo whose file
 * cannot be read now stays for the next time that the maintenance adds the job. An upload reads it from its photo itself.
 */
export const readMetadataJob: JobKind<Older> = {
  name: 'read-metadata',
  payload: z.strictObject({ below: z.int().positive().optional() }),
  subject: () => 'of older photos',
  maxAttempts: 4,
  atOnce: 1,
  async run(services, { below }) {
    const { db, jobs, transactions } = services
    const photos = await listUnreadPhotos(db.read, PHOTOS_AT_ONCE, below)
    const oldest = photos.at(-1)
    if (!oldest) return
    const read: { photo: UnreadPhoto; metadata: ImageMetadata | null }[] = []
    const stopped = await readEach(services, photos, (photo, metadata) =>
      read.push({ photo, metadata }),
    ).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    // Also what was read before the bucket went away: it is not downloaded again.
    await transactions.run(async (transaction) => {
      for (const { photo, metadata } of read) await setMetadata(transaction, photo, metadata)
      if (!stopped) await jobs.add(transaction, readMetadataJob, { below: oldest.id })
    })
    if (stopped) throw stopped.error
  },
}

/** Adds the job if there is something to read: after an update of Kanat, and after a job that has failed. */
export async function readOlderPhotos({ db, jobs, transactions }: Services): Promise<void> {
  if ((await listUnreadPhotos(db.read, 1)).length === 0) return
  await transactions.run((transaction) => jobs.add(transaction, readMetadataJob, {}))
}

/** Reads photos one after the other. @throws what would fail with every photo, such as a bucket that is away or a full disk */
async function readEach(
  services: Services,
  photos: readonly UnreadPhoto[],
  onRead: (photo: UnreadPhoto, metadata: ImageMetadata | null) => void,
): Promise<void> {
  for (const photo of photos) {
    try {
      onRead(photo, await readMetadata(services, photo))
    } catch (error) {
      if (!isFileError(error) && !(await isObjectError(services, error))) throw error
      services.log.warn(
        { err: error, photo: photo.id, key: photo.key },
        'the file of a photo cannot be read now',
      )
    }
  }
}

/** Errors of the file system that every other file would have as well. */
const OF_EVERY_FILE = ['EAGAIN', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EROFS']

/** True for an error of one file, such as a part of a disk that is worn out, or a file of another user. */
function isFileError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiError || !('code' in error)) return false
  return typeof error.code === 'string' && !OF_EVERY_FILE.includes(error.code)
}

/** True for an error of one object, such as one that the bucket has moved to an archive: the bucket itself answers. */
async function isObjectError({ store }: Services, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'store_unavailable') return false
  return store.probe(BUCKET_ANSWER_MS).then(
    () => true,
    () => false,
  )
}

/** @returns null for a photo whose file is missing, damaged or hostile */
async function readMetadata(services: Services, { key, size }: UnreadPhoto): Promise<ImageMetadata | null> {
  const { images, incoming, store } = services
  await refuseWithoutFreeSpace(services, size)
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  if (!(await store.copyTo(originalOf(key), path))) return null
  // On a busy machine a good photo can exceed the limit of time once.
  return (await images.readMetadata(path, ORDER)) ?? (await images.readMetadata(path, ORDER)) ?? null
}
