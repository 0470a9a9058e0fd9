import * as z from 'zod'
import type { Services } from '#server/core/env.ts'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { findPhotoToTile } from './photo-queries.ts'

type PhotoToTile = NonNullable<Awaited<ReturnType<typeof findPhotoToTile>>>

/** A job that makes a derivative of a photo after its upload. It skips a deleted photo. */
export function derivativeJob(
  name: string,
  make: (services: Services, photo: PhotoToTile) => Promise<void>,
): JobKind<{ photoId: number }> {
  return {
    name,
    payload: z.object({ photoId: z.int() }),
    subject: ({ photoId }) => String(photoId),
    maxAttempts: 4,
    // Background work takes at most one processor.
    atOnce: 1,
    async run(services, { photoId }) {
      const photo = await findPhotoToTile(services.db.read, photoId)
      if (!photo) return
      try {
        await make(services, photo)
      } catch (error) {
        const wasDeleted = error instanceof ApiError && error.code === 'photo_not_found'
        if (!wasDeleted) throw error
      }
    },
  }
}
