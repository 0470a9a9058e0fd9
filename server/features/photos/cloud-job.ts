import * as z from 'zod'
import type { JobKind } from '#server/core/jobs/job-kind.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { findPhotoToTile } from './photo-queries.ts'

/** Makes the archive of a point cloud after its upload. If it is given up, opening the cloud tries again. */
export const cloudJob: JobKind<{ photoId: number }> = {
  name: 'make-cloud',
  payload: z.object({ photoId: z.int() }),
  subject: ({ photoId }) => String(photoId),
  maxAttempts: 4,
  // Nobody waits for it, so it takes one processor at most.
  atOnce: 1,
  async run(services, { photoId }) {
    const photo = await findPhotoToTile(services.db.read, photoId)
    if (!photo) return
    try {
      await services.pointClouds.makeInBackground(services, photo)
    } catch (error) {
      const wasDeleted = error instanceof ApiError && error.code === 'photo_not_found'
      if (!wasDeleted) throw error
    }
  },
}
