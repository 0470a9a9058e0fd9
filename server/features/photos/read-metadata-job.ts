import * as z from 'zod'
import type { Services } from '#server/core/env.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { SERVER_ITSELF, type WorkOrder } from '#server/infrastructure/fair-queue.ts'
import type { ImageMetadata } from '#server/infrastructure/images/decode-request.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { listUnreadPhotos, setMetadata, type UnreadPhoto } from './metadata-queries.ts'

/** How many photos are read before the result is stored. It takes seconds, so a stop loses little. */
const PHOTOS_AT_ONCE = 200

/** Nobody waits for it. */
const ORDER: WorkOrder = { asker: SERVER_ITSELF, urgency: 'later' }

/**
 * Reads what older photos say about themselves, some at a time, and then adds itself again until all are read. An upload reads it from
 * its photo itself.
 */
export const readMetadataJob: JobKind<Record<string, never>> = {
  name: 'read-metadata',
  payload: z.strictObject({}) as z.ZodType<Record<string, never>>,
  subject: () => 'of older photos',
  maxAttempts: 4,
  atOnce: 1,
  async run(services) {
    const { db, jobs, transactions } = services
    const photos = await listUnreadPhotos(db.read, PHOTOS_AT_ONCE)
    if (photos.length === 0) return
    const read: { photo: UnreadPhoto; metadata: ImageMetadata | null }[] = []
    for (const photo of photos) read.push({ photo, metadata: await readMetadata(services, photo) })
    await transactions.run(async (transaction) => {
      for (const { photo, metadata } of read) await setMetadata(transaction, photo, metadata)
      await jobs.add(transaction, readMetadataJob, {})
    })
  },
}

/** Adds the job if there is something to read: after an update of Kanat, and after a job that has failed. */
export async function readOlderPhotos({ db, jobs, transactions }: Services): Promise<void> {
  if ((await listUnreadPhotos(db.read, 1)).length === 0) return
  await transactions.run((transaction) => jobs.add(transaction, readMetadataJob, {}))
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
