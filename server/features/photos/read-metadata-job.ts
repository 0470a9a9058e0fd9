import * as z from 'zod'
import type { Services } from '#server/core/env.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { SERVER_ITSELF, type WorkOrder } from '#server/infrastructure/fair-queue.ts'
import type { ImageMetadata } from '#server/infrastructure/images/decode-request.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { NO_EXIF } from './photo-exif.ts'
import { listUnreadPhotos, setMetadata } from './photo-queries.ts'

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
    const read: { id: number; metadata: ImageMetadata }[] = []
    for (const { id, key, size } of photos) {
      read.push({ id, metadata: await readMetadata(services, key, size) })
    }
    await transactions.run(async (transaction) => {
      for (const { id, metadata } of read) await setMetadata(transaction, id, metadata)
      await jobs.add(transaction, readMetadataJob, {})
    })
  },
}

/** Adds the job if there is something to read: after an update of Kanat, and after a job that has failed. */
export async function readOlderPhotos({ db, jobs, transactions }: Services): Promise<void> {
  if ((await listUnreadPhotos(db.read, 1)).length === 0) return
  await transactions.run((transaction) => jobs.add(transaction, readMetadataJob, {}))
}

/** A photo whose file is missing, damaged or hostile says nothing about itself. */
async function readMetadata(services: Services, key: string, size: number): Promise<ImageMetadata> {
  const { images, incoming, store } = services
  await refuseWithoutFreeSpace(services, size)
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  const nothing: ImageMetadata = { exif: NO_EXIF, gpano: null }
  if (!(await store.copyTo(originalOf(key), path))) return nothing
  // On a busy machine a good photo can exceed the limit of time once.
  return (await images.readMetadata(path, ORDER)) ?? (await images.readMetadata(path, ORDER)) ?? nothing
}
